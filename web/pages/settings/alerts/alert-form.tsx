import { Button, Checkbox, Group, NativeSelect, Stack } from '@mantine/core';
import type { inferRouterInputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { portal } from '../../../api/client.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { FormError } from '../../../parts/form-error.tsx';
import { useFormat } from '../../../parts/format.ts';
import { NumberField, useNumbers } from '../../../parts/number-field.tsx';
import { useSend } from '../../../parts/send.ts';
import { type Alert, useSentence } from './use-sentence.ts';

type NewAlert = inferRouterInputs<AppRouter>['alerts']['create'];

// As records, so that none can be missing.
const METRICS = Object.keys({
  visibility_score: true,
  mention_rate: true,
  review_rating: true,
  sessions: true,
  conversions: true,
  clicks: true,
  listing_errors: true,
} satisfies Record<Alert['metric'], true>) as Alert['metric'][];
const CONDITIONS = Object.keys({
  below: true,
  above: true,
  drops_by: true,
  rises_by: true,
  moved: true,
} satisfies Record<Alert['when'], true>) as Alert['when'][];
const CHANNELS = ['mail', 'webhook'] as const;
const USUAL_QUIET = { from: '20', to: '7' };

interface Contents {
  /** The alert to change; a new one without. */
  alert?: Alert;
  opened: boolean;
  onClose: () => void;
}

/** A figure, the condition under which it is told, and how. */
export function AlertForm({ alert, opened, onClose }: Contents) {
  const { t } = useTranslation();
  const { hour } = useFormat();
  const hours = Array.from({ length: 24 }, (_, at) => ({ value: String(at), label: hour(at) }));
  const numbers = useNumbers();
  const sentence = useSentence();
  const save = async (input: NewAlert) => {
    if (alert) await portal.alerts.update.mutate({ id: alert.id, ...input });
    else await portal.alerts.create.mutate(input);
  };
  const { form, submit, sending, error } = useSend(
    {
      metric: alert?.metric ?? ('sessions' as Alert['metric']),
      when: alert?.when ?? ('below' as Alert['when']),
      value: numbers.shown(alert?.value),
      channels: (alert?.channels ?? ['mail']) as string[],
      isQuiet: Boolean(alert?.quietHours),
      from: alert?.quietHours ? String(alert.quietHours.from) : USUAL_QUIET.from,
      to: alert?.quietHours ? String(alert.quietHours.to) : USUAL_QUIET.to,
    },
    { mutationFn: save },
    {
      of: alert?.id,
      isShown: opened,
      complaints: ({ when, value }) => (when === 'moved' ? {} : { value: numbers.complaintOf(value, { least: 0 }) }),
      inputOf: ({ metric, when, value, channels, isQuiet, from, to }): NewAlert => ({
        metric,
        when,
        value: when === 'moved' ? null : numbers.valueOf(value),
        channels: CHANNELS.filter((channel) => channels.includes(channel)),
        quietHours: isQuiet ? { from: Number(from), to: Number(to) } : null,
      }),
      onAnswer() {
        form.reset();
        onClose();
      },
    },
  );
  const { metric, when, isQuiet } = form.values;
  // Only changes of the mention rate have a verdict.
  const conditions = CONDITIONS.filter((one) => one !== 'moved' || metric === 'mention_rate' || when === 'moved');
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={alert ? t('alertsPage.editOf', { name: sentence(alert) }) : t('alertsPage.fresh')}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormError error={error} />
          <NativeSelect
            label={t('alertsPage.metric')}
            data-autofocus
            data={METRICS.map((value) => ({ value, label: t(`alertsPage.metrics.${value}`) }))}
            {...form.getInputProps('metric')}
          />
          <Group grow align="flex-start">
            <NativeSelect
              label={t('alertsPage.when')}
              data={conditions.map((value) => ({ value, label: t(`alertsPage.conditions.${value}`) }))}
              {...form.getInputProps('when')}
            />
            {when !== 'moved' && <NumberField label={t('alertsPage.threshold')} {...form.getInputProps('value')} />}
          </Group>
          <Checkbox.Group label={t('alertsPage.told')} {...form.getInputProps('channels')}>
            <Group mt="xs">
              {CHANNELS.map((channel) => (
                <Checkbox key={channel} value={channel} label={t(`alertsPage.channels.${channel}`)} />
              ))}
            </Group>
          </Checkbox.Group>
          <Checkbox label={t('alertsPage.quiet')} {...form.getInputProps('isQuiet', { type: 'checkbox' })} />
          {isQuiet && (
            <Group grow align="flex-start">
              <NativeSelect label={t('alertsPage.quietFrom')} data={hours} {...form.getInputProps('from')} />
              <NativeSelect label={t('alertsPage.quietTo')} data={hours} {...form.getInputProps('to')} />
            </Group>
          )}
          <Button type="submit" loading={sending}>
            {t('save')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
