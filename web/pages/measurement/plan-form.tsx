import { Checkbox, Group, NativeSelect, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useEdit } from '../../parts/edit.ts';
import { FormError } from '../../parts/form-error.tsx';
import { useLocale } from '../../parts/format.ts';
import { NumberField, useNumbers } from '../../parts/number-field.tsx';
import { Part } from '../../parts/part.tsx';
import { properName } from '../../parts/proper-name.ts';
import { Save } from '../../parts/save.tsx';
import type { MeasurementPlan } from './measure-now.tsx';
import { ScheduleFields } from './schedule-fields.tsx';

/** The plan as the form has it: numbers and lists as they are typed. */
const toForm = (plan: MeasurementPlan, shown: (value: number) => string) => ({
  enabled: plan.enabled,
  schedule: {
    every: plan.schedule.every,
    weekday: String(plan.schedule.weekday),
    day: String(plan.schedule.day),
    hour: String(plan.schedule.hour),
  },
  scores: plan.scores,
  engines: plan.engines.filter(({ enabled }) => enabled).map(({ engine }): string => engine),
  readingsPerPrompt: shown(plan.readingsPerPrompt),
  aliases: plan.aliases.join('\n'),
  siteAudit: {
    enabled: plan.siteAudit.enabled,
    startUrl: plan.siteAudit.startUrl ?? '',
    maxPages: shown(plan.siteAudit.maxPages),
  },
});

export type PlanValues = ReturnType<typeof toForm>;

const linesOf = (typed: string) =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** What administrators change of a measurement. */
export function PlanForm({ plan }: { plan: MeasurementPlan }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const numbers = useNumbers();
  const { form, submit, sending, error, changed, saved } = useEdit(
    toForm(plan, numbers.shown),
    api.visibility.measurement.update.mutationOptions(),
    ({ schedule, engines, readingsPerPrompt, aliases, siteAudit, ...values }) => ({
      ...values,
      schedule: {
        every: schedule.every,
        weekday: Number(schedule.weekday),
        day: Number(schedule.day),
        hour: Number(schedule.hour),
      },
      engines: plan.engines.map(({ engine }) => ({ engine, enabled: engines.includes(engine) })),
      readingsPerPrompt: numbers.valueOf(readingsPerPrompt),
      aliases: linesOf(aliases),
      siteAudit: {
        enabled: siteAudit.enabled,
        startUrl: siteAudit.startUrl.trim() || null,
        maxPages: numbers.valueOf(siteAudit.maxPages),
      },
    }),
    ({ readingsPerPrompt, siteAudit }) => ({
      readingsPerPrompt: numbers.complaintOf(readingsPerPrompt, { whole: true }),
      'siteAudit.maxPages': numbers.complaintOf(siteAudit.maxPages, { whole: true }),
    }),
  );
  return (
    <Part title={t('measuring.settings')}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormError error={error} />
          <Switch label={t('measuring.enabled')} {...form.getInputProps('enabled', { type: 'checkbox' })} />
          <ScheduleFields form={form} locale={locale} />
          <Checkbox.Group label={t('measuring.engines')} {...form.getInputProps('engines')}>
            <Group mt="xs">
              {plan.engines.map(({ engine, available }) => (
                <Checkbox
                  key={engine}
                  value={engine}
                  label={available ? properName(engine) : t('measuring.unavailable', { name: properName(engine) })}
                />
              ))}
            </Group>
          </Checkbox.Group>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <NumberField
              label={t('measuring.readings')}
              description={t('measuring.readingsText')}
              {...form.getInputProps('readingsPerPrompt')}
            />
            <NativeSelect
              label={t('measuring.scores')}
              description={'\u00a0'}
              data={(['own', 'pipeline'] as const).map((value) => ({
                value,
                label: t(`measuring.scoresFrom.${value}`),
              }))}
              {...form.getInputProps('scores')}
            />
          </SimpleGrid>
          <Textarea
            rows={3}
            label={t('measuring.aliases')}
            description={t('measuring.aliasesText')}
            {...form.getInputProps('aliases')}
          />
          <Switch label={t('measuring.audit')} {...form.getInputProps('siteAudit.enabled', { type: 'checkbox' })} />
          {form.values.siteAudit.enabled && (
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <TextInput
                type="url"
                label={t('measuring.startUrl')}
                description={t('measuring.startUrlText')}
                {...form.getInputProps('siteAudit.startUrl')}
              />
              <NumberField
                label={t('measuring.maxPages')}
                description={'\u00a0'}
                {...form.getInputProps('siteAudit.maxPages')}
              />
            </SimpleGrid>
          )}
          <Save sending={sending} changed={changed} saved={saved} />
        </Stack>
      </form>
    </Part>
  );
}
