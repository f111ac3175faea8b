import { Badge } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format.ts';

type Summary = inferRouterOutputs<AppRouter>['cms']['pages']['list'][number];

const COLORS = { draft: 'gray', review: 'orange', published: 'teal' } as const;

/** The status of a page, and its time if it is scheduled. */
export function StateBadge({ status, scheduledAt }: Pick<Summary, 'status' | 'scheduledAt'>) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  return (
    <>
      <Badge color={COLORS[status]} className="tag">
        {t(`contentPage.states.${status}`)}
      </Badge>
      {scheduledAt && <Badge className="tag">{t('contentPage.scheduled', { date: dateTime(scheduledAt) })}</Badge>}
    </>
  );
}
