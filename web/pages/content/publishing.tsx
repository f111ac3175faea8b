import { Button, Group, Paper, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { fieldErrors, sentenceOf } from '../../api/errors.ts';
import { momentIn } from '../../parts/clocks.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { useFormat } from '../../parts/format.ts';
import { tell } from '../../parts/tell.ts';
import type { Draft } from './draft.ts';
import { StateBadge } from './state-badge.tsx';
import type { Tagged } from './tagged.ts';

/** Where a page can go from each status. */
const STEPS = {
  draft: [
    { name: 'submit', to: 'review' },
    { name: 'publish', to: 'published' },
  ],
  review: [
    { name: 'approve', to: 'published' },
    { name: 'requestChanges', to: 'draft' },
  ],
  published: [{ name: 'unpublish', to: 'draft' }],
} as const;

function Schedule({ page }: { page: Tagged['page'] }) {
  const { t } = useTranslation();
  const { dateTime, zone: zoneName } = useFormat();
  const { data: profile } = useQuery(api.auth.account.profile.queryOptions());
  const [at, setAt] = useState('');
  const schedule = useMutation(api.cms.pages.schedule.mutationOptions());
  const cancel = useMutation(api.cms.pages.unschedule.mutationOptions());
  const zone = profile?.data.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const publishAt = momentIn(zone, at);

  if (page.scheduledAt)
    return (
      <Group gap="sm">
        <Text size="sm">{t('contentPage.scheduled', { date: dateTime(page.scheduledAt) })}</Text>
        <Button size="xs" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate({ id: page.id })}>
          {t('contentPage.unschedule')}
        </Button>
      </Group>
    );
  return (
    <Group gap="sm" align="flex-end">
      <TextInput
        type="datetime-local"
        label={t('contentPage.publishAt', { zone: zoneName(zone) })}
        value={at}
        error={
          schedule.error && (fieldErrors(schedule.error).publishAt ?? sentenceOf(schedule.error) ?? t('errors.offline'))
        }
        onChange={({ currentTarget }) => setAt(currentTarget.value)}
      />
      <Button
        variant="default"
        disabled={!publishAt}
        loading={schedule.isPending}
        onClick={() => publishAt && schedule.mutate({ id: page.id, publishAt })}
      >
        {t('contentPage.schedule')}
      </Button>
    </Group>
  );
}

/** The status of a page and its possible next steps. A step saves the draft. */
export function Publishing({ draft, current }: { draft: Draft; current: Tagged }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { page, save } = draft;
  const remove = useMutation({
    ...api.cms.pages.remove.mutationOptions(),
    onSuccess() {
      tell({ message: t('contentPage.inBin', { title: page.title }) });
      return navigate({ to: '/content', ignoreBlocker: true });
    },
  });
  return (
    <Paper component="section" aria-label={t('contentPage.publishing')}>
      <Group justify="space-between" align="flex-end">
        <Group gap="sm">
          <StateBadge status={page.status} scheduledAt={null} />
          {STEPS[page.status].map(({ name, to }) => (
            <Button
              key={name}
              variant="default"
              loading={save.isPending && save.variables?.status === to}
              disabled={save.isPending}
              onClick={() => save.mutate({ status: to })}
            >
              {t(`contentPage.steps.${name}`)}
            </Button>
          ))}
          {page.metadata.url && (
            <Text size="sm" className="source">
              {page.metadata.url}
            </Text>
          )}
        </Group>
        {page.status !== 'published' && <Schedule page={current.page} />}
        <ConfirmButton
          variant="subtle"
          color="gray"
          loading={remove.isPending}
          action={t('remove')}
          label={t('contentPage.removeOf', { title: page.title })}
          title={t('contentPage.removeUnsaved')}
          text={t('contentPage.unsavedText')}
          asks={draft.isChanged}
          onConfirm={() => remove.mutate({ id: page.id })}
        />
      </Group>
      {page.status !== 'published' && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('contentPage.publishText')}
        </Text>
      )}
    </Paper>
  );
}
