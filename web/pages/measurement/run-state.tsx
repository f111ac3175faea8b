import { Badge } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';

type Run = inferRouterOutputs<AppRouter>['visibility']['measurement']['runs']['get']['data'];

const COLORS = {
  queued: 'gray',
  running: 'blue',
  completed: 'teal',
  incomplete: 'orange',
  failed: 'red',
  cancelled: 'gray',
} as const;

/** What became of a run, in words. */
export function RunState({ status }: Pick<Run, 'status'>) {
  const { t } = useTranslation();
  return (
    <Badge color={COLORS[status]} className="tag">
      {t(`measuring.states.${status}`)}
    </Badge>
  );
}
