import { Alert, Button, Paper, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf, sentenceOf } from '../api/errors.ts';
import { ButtonLink } from './link.tsx';

export interface Asked<Data> {
  data: Data | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

/** The result of a query: a placeholder while it loads, its error if any, then the contents. */
export function Answer<Data>(props: { of: Asked<Data>; height?: number; children: (data: Data) => ReactNode }) {
  const { of: asked, height = 200, children } = props;
  const { t } = useTranslation();
  if (asked.data !== undefined) return children(asked.data);
  if (!asked.error)
    return (
      <div role="status" aria-busy="true" aria-label={t('loading')}>
        <Skeleton height={height} radius="md" />
      </div>
    );
  // It is gone, or the link was wrong: nothing to try again.
  if (codeOf(asked.error) === 'NOT_FOUND')
    return (
      <Empty action={<ButtonLink to="/">{t('notFound.home')}</ButtonLink>}>
        {t('notFound.title')}. {t('notFound.text')}
      </Empty>
    );
  return (
    <Alert color="red" variant="light" role="alert" title={t('errors.title')}>
      <Stack align="flex-start" gap="sm">
        <Text size="sm">{sentenceOf(asked.error) ?? t('errors.offline')}</Text>
        <Button size="xs" variant="default" loading={asked.isFetching} onClick={() => asked.refetch()}>
          {t('again')}
        </Button>
      </Stack>
    </Alert>
  );
}

/** An empty state, and an action that fills it. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <Paper py="xl" ta="center">
      <Stack align="center" gap="sm">
        <Text c="dimmed" maw={520}>
          {children}
        </Text>
        {action}
      </Stack>
    </Paper>
  );
}
