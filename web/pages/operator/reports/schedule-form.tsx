import { Button, Checkbox, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { FormError } from '../../../parts/form-error.tsx';
import { ClientChoice } from './client-choice.tsx';
import { DueFields } from './due-fields.tsx';
import { CHOICES, inputOf, type Schedule, type Typed, typedOf } from './typed-schedule.ts';

export function ScheduleForm({ schedule, onDone }: { schedule?: Schedule; onDone: () => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(typedOf(schedule));
  const set = (change: Partial<Typed>) => setTyped((before) => ({ ...before, ...change }));
  const templates = useQuery(api.operator.reportTemplates.list.queryOptions({ limit: 200 }));
  const operators = useQuery(api.operator.users.list.queryOptions({ role: 'operator', limit: 200 }));
  const how = { meta: { shown: true }, onSuccess: onDone };
  const create = useMutation({ ...api.operator.reportSchedules.create.mutationOptions(), ...how });
  const update = useMutation({ ...api.operator.reportSchedules.update.mutationOptions(), ...how });
  const offered = templates.data?.data ?? [];
  const lacksTemplate = templates.isSuccess && offered.length === 0;
  const templateId = typed.templateId || (offered[0]?.id ?? '');
  const text = (field: 'tags' | 'addresses' | 'bcc' | 'subject') => ({
    label: t(`reporting.${field}`),
    value: typed[field],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => set({ [field]: currentTarget.value }),
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const input = inputOf(typed, templateId);
        if (schedule) update.mutate({ id: schedule.id, ...input });
        else create.mutate(input);
      }}
    >
      <Stack maw={640}>
        <FormError error={create.error ?? update.error} />
        {lacksTemplate && <Text role="status">{t('reporting.templateFirst')}</Text>}
        <NativeSelect
          label={t('reporting.template')}
          value={templateId}
          onChange={({ currentTarget }) => set({ templateId: currentTarget.value })}
          data={offered.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <NativeSelect
          label={t('reporting.whom')}
          value={typed.whom}
          onChange={({ currentTarget }) => set({ whom: CHOICES.find((one) => one === currentTarget.value) ?? 'all' })}
          data={CHOICES.map((value) => ({ value, label: t(`reporting.choices.${value}`) }))}
        />
        {typed.whom === 'tags' && <TextInput {...text('tags')} />}
        {typed.whom === 'ids' ? (
          <ClientChoice key="chosen" chosen={typed.chosen} onChange={(chosen) => set({ chosen })} />
        ) : (
          <ClientChoice key="except" isException chosen={typed.except} onChange={(except) => set({ except })} />
        )}
        <DueFields typed={typed} set={set} />
        <Checkbox
          label={t('reporting.needsReview')}
          checked={typed.review}
          onChange={({ currentTarget }) => set({ review: currentTarget.checked })}
        />
        {typed.review && (
          <NativeSelect
            label={t('reporting.reviewer')}
            value={typed.reviewerId}
            onChange={({ currentTarget }) => set({ reviewerId: currentTarget.value })}
            data={[
              { value: '', label: t('reporting.maker') },
              ...(operators.data?.data ?? []).map(({ id, name, email }) => ({
                value: id,
                label: name ? `${name} (${email})` : email,
              })),
            ]}
          />
        )}
        <Checkbox
          label={t('reporting.members')}
          checked={typed.toMembers}
          onChange={({ currentTarget }) => set({ toMembers: currentTarget.checked })}
        />
        {!typed.toMembers && <TextInput {...text('addresses')} />}
        <TextInput {...text('bcc')} />
        <TextInput maxLength={200} {...text('subject')} />
        <Textarea
          label={t('reporting.message')}
          autosize
          minRows={3}
          maxLength={5000}
          value={typed.message}
          onChange={({ currentTarget }) => set({ message: currentTarget.value })}
        />
        <Group>
          <Button type="submit" disabled={lacksTemplate} loading={create.isPending || update.isPending}>
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
