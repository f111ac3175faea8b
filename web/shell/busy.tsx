import { Alert, Button, Group, Text } from '@mantine/core';
import type { Query } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../api/client.ts';
import { isAway } from '../api/errors.ts';
import { isWaiting } from '../api/reach.ts';
import { store } from '../api/store.ts';

const PAUSE = 10_000;

const cache = queryClient.getQueryCache();
const hasFailed = ({ state }: Query) => isAway(state.error ?? state.fetchFailureReason);

/** The queries on the screen that fail, until they are answered. */
const failing = new Set(cache.getAll().filter((query) => query.isActive() && hasFailed(query)));
const isBusy = store(failing.size > 0);

cache.subscribe((event) => {
  const { query, type } = event;
  if (type === 'removed' || !query.isActive()) failing.delete(query);
  else if (hasFailed(query)) failing.add(query);
  // One that is asked once more has neither failed nor been answered.
  else if (type === 'updated' && ['success', 'error'].includes(event.action.type)) failing.delete(query);
  isBusy.set(failing.size > 0);
});

const isFailing = (query: Query) => failing.has(query);

/** Repeats the failing queries now. Those that wait for their next try would be left waiting. */
async function again() {
  await queryClient.cancelQueries({ predicate: isFailing });
  await queryClient.refetchQueries({ predicate: isFailing });
}

/** Repeats the queries whose tries are used up, until none is left. */
function keepTrying() {
  const timer = setInterval(() => {
    if (isWaiting.get()) return;
    void queryClient.refetchQueries({ predicate: (query) => isFailing(query) && query.state.status === 'error' });
  }, PAUSE);
  return () => clearInterval(timer);
}

/** Says that what is missing on the screen is asked for again, where the portal is well but answers no calls. */
export function Busy() {
  const { t } = useTranslation();
  const busy = useSyncExternalStore(isBusy.subscribe, isBusy.get);
  useEffect(() => (busy ? keepTrying() : undefined), [busy]);
  if (!busy) return null;
  return (
    <Alert color="yellow" role="status" mb="md" variant="light">
      <Group justify="space-between">
        <Text size="sm">{t('errors.busy')}</Text>
        <Button size="xs" variant="default" onClick={again}>
          {t('again')}
        </Button>
      </Group>
    </Alert>
  );
}
