import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../api/client.ts';
import { useList } from '../api/list.ts';
import { Answer, Empty } from '../parts/answer.tsx';
import { Bar } from '../parts/bar.tsx';
import { BringFigures } from '../parts/bring-figures.tsx';
import { ChartFrame } from '../parts/chart-frame.tsx';
import { Figures } from '../parts/figures.tsx';
import { useFormat } from '../parts/format.ts';
import { More } from '../parts/more.tsx';
import { Page } from '../parts/page.tsx';
import { Part } from '../parts/part.tsx';
import { PeriodChoice } from '../parts/period.tsx';
import { properName } from '../parts/proper-name.ts';
import { channels } from '../texts/en/channels.ts';
import { addTexts } from '../texts/texts.ts';
import { RatingTrend } from './reviews/rating-trend.tsx';
import { ReviewFilter } from './reviews/review-filter.tsx';
import { ReviewRow } from './reviews/review-row.tsx';

addTexts(channels);

const STARS = ['5', '4', '3', '2', '1'] as const;

export function ReviewsPage() {
  const { t } = useTranslation();
  const { whole, number, percent } = useFormat();
  const { answered, stars, search, sort, ...period } = useSearch({ from: '/inside/reviews' });
  const filter = {
    ...period,
    ...(answered && { responded: answered === 'yes' }),
    ...(stars && { stars }),
    ...(search && { search }),
    ...(sort && { sort }),
  };
  const list = useList(
    api.analytics.reviews.queryKey(filter),
    (page, how) => portal.analytics.reviews.query({ ...filter, ...page, limit: 20 }, how),
    ({ data }) => data.reviews,
  );

  return (
    <Page title={t('pages.reviews')} lead={t('reviewsPage.lead')}>
      <PeriodChoice period={period} usual="all" />
      <Answer of={{ ...list, data: list.first }} height={640}>
        {({ data: { summary } }) => {
          if (summary.totalReviews === 0)
            return <Empty action={!period.from && !period.to && <BringFigures />}>{t('reviewsPage.none')}</Empty>;
          const byStar = STARS.map((star) => ({ star, count: summary.distribution[star] }));
          return (
            <>
              <Figures
                figures={[
                  {
                    term: 'rating',
                    label: t('reviewsPage.average'),
                    value: number(summary.averageRating),
                    note: t('reviewsPage.averageNote'),
                  },
                  { label: t('reviewsPage.total'), value: whole(summary.totalReviews) },
                  { term: 'responseRate', label: t('reviewsPage.answered'), value: percent(summary.responseRate) },
                ]}
              />
              <RatingTrend months={summary.byMonth} />
              <SimpleGrid cols={{ base: 1, md: 2 }}>
                <ChartFrame
                  title={t('reviewsPage.distribution')}
                  rows={byStar}
                  keyOf={({ star }) => star}
                  columns={[
                    {
                      head: t('reviewsPage.distribution'),
                      cell: ({ star }) => t('reviewsPage.stars', { count: Number(star) }),
                    },
                    { head: t('reviewsPage.count'), cell: ({ count }) => whole(count), numeric: true },
                  ]}
                >
                  {byStar.map(({ star, count }) => (
                    <Bar
                      key={star}
                      label={t('reviewsPage.stars', { count: Number(star) })}
                      value={count}
                      max={summary.totalReviews}
                      shown={whole(count)}
                    />
                  ))}
                </ChartFrame>
                <ChartFrame
                  title={t('reviewsPage.sources')}
                  rows={summary.bySource}
                  keyOf={({ source }) => source}
                  columns={[
                    { head: t('reviewsPage.source'), cell: ({ source }) => properName(source) },
                    { head: t('reviewsPage.count'), cell: ({ count }) => whole(count), numeric: true },
                    { head: t('reviewsPage.average'), cell: (row) => number(row.averageRating), numeric: true },
                  ]}
                >
                  {summary.bySource.map(({ source, count, averageRating }) => (
                    <Bar
                      key={source}
                      label={properName(source)}
                      value={averageRating}
                      max={5}
                      shown={`${number(averageRating)} (${whole(count)})`}
                    />
                  ))}
                </ChartFrame>
              </SimpleGrid>
              <Part title={t('reviewsPage.list')}>
                <ReviewFilter />
                <Stack mt="md">
                  {list.rows?.length === 0 && !list.hasNextPage && <Text c="dimmed">{t('reviewsPage.noneFound')}</Text>}
                  {(list.rows ?? []).map((review) => (
                    <ReviewRow key={review.id} review={review} />
                  ))}
                  <More of={list} />
                </Stack>
              </Part>
            </>
          );
        }}
      </Answer>
    </Page>
  );
}
