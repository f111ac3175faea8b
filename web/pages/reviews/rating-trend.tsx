import { Text } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { ChartFrame } from '../../parts/chart-frame.tsx';
import { useFormat } from '../../parts/format.ts';
import { Trend } from '../../parts/trend.tsx';

type Months = inferRouterOutputs<AppRouter>['analytics']['reviews']['data']['summary']['byMonth'];

const LOWEST = 1;
const HIGHEST = 5;

/** The mean rating and the number of reviews of each month; of one month there is no trend. */
export function RatingTrend({ months }: { months: Months }) {
  const { t } = useTranslation();
  const { whole, number, monthAt } = useFormat();
  if (months.length < 2) return null;
  const rows = months.map(({ month, count, averageRating }) => ({ at: Date.parse(month), count, averageRating }));
  return (
    <ChartFrame
      title={t('reviewsPage.trend')}
      rows={rows.toReversed()}
      keyOf={({ at }) => String(at)}
      columns={[
        { head: t('reviewsPage.month'), cell: ({ at }) => monthAt(at) },
        { head: t('reviewsPage.average'), cell: ({ averageRating }) => number(averageRating), numeric: true },
        { head: t('reviewsPage.count'), cell: ({ count }) => whole(count), numeric: true },
      ]}
    >
      <Text size="sm" c="dimmed">
        {t('reviewsPage.average')}
      </Text>
      <Trend
        height={180}
        timeOf={monthAt}
        rows={rows}
        lines={[{ name: 'averageRating', label: t('reviewsPage.average'), color: 'var(--own)' }]}
        from={LOWEST}
        to={HIGHEST}
      />
      <Text size="sm" c="dimmed" mt="sm">
        {t('reviewsPage.count')}
      </Text>
      <Trend
        height={120}
        timeOf={monthAt}
        rows={rows}
        lines={[{ name: 'count', label: t('reviewsPage.count'), color: 'var(--peer)' }]}
        from={0}
      />
    </ChartFrame>
  );
}
