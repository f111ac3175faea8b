import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { FormError } from '../../../parts/form-error.tsx';
import { useFormat } from '../../../parts/format.ts';
import { properName } from '../../../parts/proper-name.ts';
import type { Start } from './connect-form.tsx';
import type { Connection } from './kinds.ts';
import { RemoveConnection } from './remove.tsx';

interface Contents {
  connection: Connection;
  onMend: (start: Start) => void;
  onChanged: () => unknown;
}

/** A connection: its state in words, what it has brought, and what can be done. */
export function ConnectionRow({ connection, onMend, onChanged }: Contents) {
  const { t } = useTranslation();
  const { day, date, whole } = useFormat();
  const { id, kind, label, property, url, status, problem, since, days, rows, dataLimits } = connection;
  const tool = properName(kind);
  const sync = useMutation({
    ...api.connections.sync.mutationOptions(),
    meta: { shown: true },
    onSuccess: onChanged,
  });
  const works = status === 'connected' || status === 'syncing';
  return (
    <Paper component="article" aria-label={tool}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={3}>{tool}</Title>
          <Badge className="tag" {...(!works && { color: 'red' })}>
            {t(`connections.states.${status}`)}
          </Badge>
        </Group>
        <Text className="source">{label}</Text>
        {problem && (
          <Text className="source">
            {t(`connections.causes.${problem}`, { tool })} {t('connections.since', { day: date(since) })}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {days.to
            ? t('connections.brought', { day: day(days.to), count: rows, rows: whole(rows) })
            : t('connections.nothingYet')}
        </Text>
        {dataLimits.map(({ limit, lastDay }) => (
          <Text key={limit} size="sm">
            {t(`connections.limits.${limit}`, { tool, day: day(lastDay) })}
          </Text>
        ))}
        <FormError error={sync.error} />
        <Group gap="sm">
          {!works && (
            <Button
              aria-label={t('connections.mendOf', { tool })}
              onClick={() => onMend({ kind, property, url: url ?? '', mends: true })}
            >
              {t('connections.mend')}
            </Button>
          )}
          <Button
            variant="default"
            loading={sync.isPending}
            aria-label={t('connections.syncOf', { tool })}
            onClick={() => sync.mutate({ id })}
          >
            {t('connections.sync')}
          </Button>
          <RemoveConnection id={id} tool={tool} onGone={onChanged} />
        </Group>
      </Stack>
    </Paper>
  );
}
