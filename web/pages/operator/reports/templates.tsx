import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../../../api/client.ts';
import { useList } from '../../../api/list.ts';
import { Answer } from '../../../parts/answer.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { FormError } from '../../../parts/form-error.tsx';
import { More } from '../../../parts/more.tsx';
import { Part } from '../../../parts/part.tsx';
import { SECTIONS, type Section, SectionOrder } from './section-order.tsx';

type Template = inferRouterOutputs<AppRouter>['operator']['reportTemplates']['list']['data'][number];
export const KINDS = ['week', 'month', 'quarter'] as const;

function TemplateForm({ template, onDone }: { template?: Template; onDone: () => void }) {
  const { t } = useTranslation();
  const [fields, setFields] = useState({
    name: template?.name ?? '',
    sections: (template?.sections ?? SECTIONS) as Section[],
    period: template?.period ?? 'month',
    language: template?.language ?? null,
    intro: template?.intro ?? '',
  });
  const set = (change: Partial<typeof fields>) => setFields((before) => ({ ...before, ...change }));
  const how = { meta: { shown: true }, onSuccess: onDone };
  const create = useMutation({ ...api.operator.reportTemplates.create.mutationOptions(), ...how });
  const update = useMutation({ ...api.operator.reportTemplates.update.mutationOptions(), ...how });
  const input = { ...fields, intro: fields.intro === '' ? null : fields.intro };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (template) update.mutate({ id: template.id, ...input });
        else create.mutate(input);
      }}
    >
      <Stack maw={640}>
        <FormError error={create.error ?? update.error} />
        <TextInput
          label={t('reporting.name')}
          maxLength={120}
          value={fields.name}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
        <SectionOrder sections={fields.sections} onChange={(sections) => set({ sections })} />
        <NativeSelect
          label={t('reporting.kind')}
          value={fields.period}
          onChange={({ currentTarget }) => set({ period: KINDS.find((one) => one === currentTarget.value) ?? 'month' })}
          data={KINDS.map((value) => ({ value, label: t(`reporting.kinds.${value}`) }))}
        />
        <NativeSelect
          label={t('reporting.language')}
          value={fields.language ?? ''}
          onChange={({ currentTarget }) =>
            set({ language: (['en', 'de'] as const).find((one) => one === currentTarget.value) ?? null })
          }
          data={[
            { value: '', label: t('reporting.languages.usual') },
            { value: 'en', label: t('reporting.languages.en') },
            { value: 'de', label: t('reporting.languages.de') },
          ]}
        />
        <Textarea
          label={t('reporting.intro')}
          autosize
          minRows={2}
          maxLength={5000}
          value={fields.intro}
          onChange={({ currentTarget }) => set({ intro: currentTarget.value })}
        />
        <Group>
          <Button type="submit" loading={create.isPending || update.isPending}>
            {t('save')}
          </Button>
          <Button variant="default" onClick={onDone}>
            {t('cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What reports consist of. */
export function Templates({ mayChange }: { mayChange: boolean }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<Template | 'new' | undefined>();
  const templates = useList(
    api.operator.reportTemplates.list.queryKey({}),
    (page, how) => portal.operator.reportTemplates.list.query({ limit: 50, ...page }, how),
    ({ data }) => data,
  );
  const remove = useMutation(api.operator.reportTemplates.remove.mutationOptions());
  const close = () => setOpened(undefined);
  return (
    <Part title={t('reporting.templates')}>
      <Answer of={{ ...templates, data: templates.rows }}>
        {(rows) => (
          <Stack>
            {rows.length === 0 && <Text c="dimmed">{t('reporting.noTemplates')}</Text>}
            {rows.map((template) => (
              <Group key={template.id} justify="space-between">
                <Text>
                  {template.name} · {t(`reporting.kinds.${template.period}`)}
                </Text>
                {mayChange && (
                  <Group>
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={t('reporting.editTemplate', { name: template.name })}
                      onClick={() => setOpened(template)}
                    >
                      {t('reporting.edit')}
                    </Button>
                    <ConfirmButton
                      size="xs"
                      action={t('reporting.delete')}
                      label={`${t('reporting.delete')}: ${template.name}`}
                      title={t('reporting.deleteTitle')}
                      text={t('reporting.deleteText')}
                      onConfirm={() => remove.mutate({ id: template.id })}
                    />
                  </Group>
                )}
              </Group>
            ))}
            <More of={templates} />
            {mayChange && opened === undefined && (
              <Group>
                <Button onClick={() => setOpened('new')}>{t('reporting.newTemplate')}</Button>
              </Group>
            )}
            {opened === 'new' && <TemplateForm onDone={close} />}
            {opened && opened !== 'new' && <TemplateForm key={opened.id} template={opened} onDone={close} />}
          </Stack>
        )}
      </Answer>
    </Part>
  );
}
