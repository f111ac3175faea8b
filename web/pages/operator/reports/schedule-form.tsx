import { Button, Checkbox, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { FormError } from '../../../parts/form-error.tsx';
import { KINDS } from './templates.tsx';

export type Schedule = inferRouterOutputs<AppRouter>['operator']['reportSchedules']['list']['data'][number];
type Wanted = inferRouterInputs<AppRouter>['operator']['reportSchedules']['create'];

const CHOICES = ['all', 'tags', 'ids'] as const;

const listed = (text: string) => text.split(',').flatMap((part) => part.trim() || []);

/** The fields as they are typed. */
const typedOf = (schedule: Schedule | undefined) => {
  const clients = schedule?.clients ?? { all: true as const };
  return {
    templateId: schedule?.templateId ?? '',
    whom: 'tags' in clients ? 'tags' : 'ids' in clients ? 'ids' : ('all' as (typeof CHOICES)[number]),
    tags: 'tags' in clients ? clients.tags.join(', ') : '',
    ids: 'ids' in clients ? clients.ids.join(', ') : '',
    every: schedule?.every ?? ('month' as (typeof KINDS)[number]),
    day: String(schedule?.day ?? 1),
    hour: String(schedule?.hour ?? 8),
    review: schedule?.review ?? true,
    reviewerId: schedule?.reviewerId ?? '',
    toMembers: schedule === undefined || schedule.recipients === 'members',
    addresses: Array.isArray(schedule?.recipients) ? schedule.recipients.join(', ') : '',
    bcc: schedule?.bcc.join(', ') ?? '',
    subject: schedule?.subject ?? '',
    message: schedule?.message ?? '',
  };
};

type Typed = ReturnType<typeof typedOf>;

const clientsOf = ({ whom, tags, ids }: Typed): Wanted['clients'] =>
  whom === 'all' ? { all: true } : whom === 'tags' ? { tags: listed(tags) } : { ids: listed(ids) };

const inputOf = (typed: Typed, templateId: string): Wanted => ({
  templateId,
  clients: clientsOf(typed),
  every: typed.every,
  day: Number(typed.day),
  hour: Number(typed.hour),
  review: typed.review,
  reviewerId: typed.reviewerId.trim() || null,
  recipients: typed.toMembers ? 'members' : listed(typed.addresses),
  bcc: listed(typed.bcc),
  subject: typed.subject.trim() || null,
  message: typed.message.trim() || null,
});

export function ScheduleForm({ schedule, onDone }: { schedule?: Schedule; onDone: () => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(typedOf(schedule));
  const set = (change: Partial<Typed>) => setTyped((before) => ({ ...before, ...change }));
  const templates = useQuery(api.operator.reportTemplates.list.queryOptions({ limit: 200 }));
  const how = { meta: { shown: true }, onSuccess: onDone };
  const create = useMutation({ ...api.operator.reportSchedules.create.mutationOptions(), ...how });
  const update = useMutation({ ...api.operator.reportSchedules.update.mutationOptions(), ...how });
  const offered = templates.data?.data ?? [];
  const templateId = typed.templateId || (offered[0]?.id ?? '');
  const text = (field: 'tags' | 'ids' | 'addresses' | 'bcc' | 'subject') => ({
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
        {typed.whom !== 'all' && <TextInput {...text(typed.whom)} />}
        <Group grow>
          <NativeSelect
            label={t('reporting.rhythm')}
            value={typed.every}
            onChange={({ currentTarget }) =>
              set({ every: KINDS.find((one) => one === currentTarget.value) ?? 'month' })
            }
            data={KINDS.map((value) => ({ value, label: t(`reporting.kinds.${value}`) }))}
          />
          <TextInput
            type="number"
            min={1}
            max={28}
            label={t('reporting.day')}
            value={typed.day}
            onChange={({ currentTarget }) => set({ day: currentTarget.value })}
          />
          <TextInput
            type="number"
            min={0}
            max={23}
            label={t('reporting.hour')}
            value={typed.hour}
            onChange={({ currentTarget }) => set({ hour: currentTarget.value })}
          />
        </Group>
        <Checkbox
          label={t('reporting.needsReview')}
          checked={typed.review}
          onChange={({ currentTarget }) => set({ review: currentTarget.checked })}
        />
        {typed.review && (
          <TextInput
            label={t('reporting.reviewer')}
            value={typed.reviewerId}
            onChange={({ currentTarget }) => set({ reviewerId: currentTarget.value })}
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
