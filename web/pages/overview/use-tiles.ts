import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useFormat } from '../../parts/format.ts';
import { type Module, useModules } from '../../parts/modules.ts';
import { dayBefore, useToday } from '../../parts/today.ts';
import type { TileOf } from './tile.tsx';
import { useScoreBefore } from './use-score-before.ts';

type Overview = inferRouterOutputs<AppRouter>['visibility']['overview']['data'];

const YEAR = 365;
/** Search engines report days late: with the latest ones missing, the days before would look better. */
const searchedDays = () => ({ from: dayBefore(30), to: dayBefore(3) });

/** Reads what the tiles show besides the overview: of the parts that the client has. */
function useSources() {
  const has = useModules();
  const reviewsOf = (from: number, to?: number) => ({
    ...api.analytics.reviews.queryOptions({ from: dayBefore(from), ...(to && { to: dayBefore(to) }), limit: 1 }),
    enabled: has('reviews'),
  });
  const traffic = useQuery({ ...api.visibility.websiteAnalytics.queryOptions({}), enabled: has('website') });
  const search = useQuery({ ...api.visibility.search.queryOptions(searchedDays()), enabled: has('search') });
  const reviews = useQuery(reviewsOf(YEAR));
  const earlier = useQuery(reviewsOf(2 * YEAR, YEAR + 1));
  return {
    traffic: traffic.data?.data,
    search: search.data?.data,
    reviews: reviews.data?.data.summary,
    earlier: earlier.data?.data.summary,
    // One that failed once is left out until it comes.
    isPending: [traffic, search, reviews, earlier].some((one) => one.isLoading && one.failureCount === 0),
  };
}

/** The tiles of what there is, and what could be connected to have more of them, in the order of use. */
export function useTiles() {
  const { t } = useTranslation();
  const { number, whole, change, shortDateAt } = useFormat();
  const has = useModules();
  const { traffic, search, reviews, earlier, isPending } = useSources();
  const monthStart = `${useToday().slice(0, 7)}-01`;
  const { scoreBefore, isPending: isScorePending } = useScoreBefore();

  function tilesOf({ score, scoreTrend, aeo, listings, goals, actionItems, work }: Overview): TileOf[] {
    const month = t('overview.days', { count: 30 });
    const daysBefore = (count: number, value: string) => t('overview.daysBefore', { count, value });
    const before = scoreBefore(scoreTrend);
    const points =
      before && score.dynamicScore !== null ? Math.round((score.dynamicScore - before.score) * 10) / 10 : undefined;
    // Of what is shown: a change in percent would say little of an average from 1 to 5.
    const inStars = (average: number) => Math.round(average * 10) / 10;
    const rated = reviews?.averageRating;
    const ratedBefore = earlier?.averageRating;
    const stars =
      typeof rated === 'number' && typeof ratedBefore === 'number'
        ? Math.round((inStars(rated) - inStars(ratedBefore)) * 10) / 10
        : undefined;
    const visits = traffic && (traffic.totals.sessions > 0 || traffic.comparison.sessions > 0);
    const shown: (TileOf & { module?: Module; isThere: unknown })[] = [
      {
        module: 'visibility',
        isThere: score.dynamicScore !== null,
        label: t('overview.score'),
        term: 'score',
        to: '/visibility',
        value: number(score.dynamicScore),
        note: t('overview.latest'),
        ...(before &&
          points !== undefined && {
            since: {
              points,
              shown: t('overview.since', { change: change(points), date: shortDateAt(Date.parse(before.asOf)) }),
            },
            ...(before.isMonthAgo && { over: 'month' as const }),
          }),
      },
      {
        isThere: visits,
        label: t('overview.visits'),
        term: 'visits',
        to: '/analytics',
        value: whole(traffic?.totals.sessions),
        over: 'month',
        note: month,
        compared: {
          now: traffic?.totals.sessions,
          before: traffic?.comparison.sessions,
          shown: daysBefore(30, whole(traffic?.comparison.sessions)),
        },
      },
      {
        isThere: visits,
        label: t('overview.leads'),
        term: 'leads',
        to: '/analytics',
        value: whole(traffic?.totals.conversions),
        over: 'month',
        note: month,
        compared: {
          now: traffic?.totals.conversions,
          before: traffic?.comparison.conversions,
          shown: daysBefore(30, whole(traffic?.comparison.conversions)),
        },
      },
      {
        isThere: search && search.totals.days > 0,
        label: t('overview.clicks'),
        term: 'clicks',
        to: '/search',
        value: whole(search?.totals.clicks),
        over: 'month',
        note: t('overview.days', { count: search?.totals.days ?? 0 }),
        compared: {
          now: search?.totals.clicks,
          before: search && search.comparison.days > 0 ? search.comparison.clicks : null,
          shown: daysBefore(search?.comparison.days ?? 0, whole(search?.comparison.clicks)),
        },
      },
      {
        isThere: reviews && reviews.totalReviews > 0,
        label: t('overview.reviews'),
        term: 'rating',
        to: '/reviews',
        value: t('overview.stars', { stars: number(rated) }),
        note: [
          t('overview.reviewsNote', { count: reviews?.totalReviews ?? 0 }),
          ...(stars === undefined ? [] : [t('overview.yearBefore', { stars: number(ratedBefore) })]),
        ].join(' · '),
        ...(stars !== undefined && { since: { points: stars, shown: change(stars) } }),
      },
      {
        module: 'ai_search',
        isThere: aeo.score !== null,
        label: t('overview.aiSearch'),
        term: 'aiVisibility',
        to: '/ai-search',
        value: number(aeo.score),
        note: t('overview.latest'),
      },
      {
        module: 'listings',
        isThere: listings.total > 0,
        label: t('overview.listings'),
        term: 'verified',
        to: '/listings',
        value: `${whole(listings.verified)} / ${whole(listings.total)}`,
        note: t('overview.listingsNote', { missing: whole(listings.not_found) }),
      },
      {
        module: 'goals',
        isThere: goals.total > 0,
        label: t('overview.goals'),
        term: 'goals',
        to: '/goals',
        value: `${whole(goals.completed)} / ${whole(goals.total)}`,
        note: t('overview.goalsNote', { overdue: whole(goals.overdue) }),
      },
      {
        module: 'tasks',
        isThere: actionItems.open > 0 || work.tasksDone > 0,
        label: t('overview.tasks'),
        term: 'tasks',
        to: '/tasks',
        value: whole(actionItems.open),
        note: t('overview.tasksNote', { overdue: whole(actionItems.overdue) }),
      },
      {
        module: 'tasks',
        isThere: work.tasksDone + work.pagesPublished > 0,
        label: t('overview.work'),
        term: 'work',
        to: '/tasks',
        search: { status: 'done', since: monthStart },
        value: whole(work.tasksDone + work.pagesPublished),
        note: t('overview.workTasks', { count: work.tasksDone }),
        also: {
          to: '/content',
          search: { status: 'published' },
          text: t('overview.workPages', { count: work.pagesPublished }),
        },
      },
    ];
    return shown.filter(({ module, isThere }) => isThere && (!module || has(module)));
  }

  const offersOf = ({ aeo }: Overview) => [
    ...(traffic?.connectedSources.length === 0 && traffic.totals.sessions === 0
      ? [{ offer: 'website' as const, to: '/settings/connections' as const }]
      : []),
    ...(search && search.asOf === null ? [{ offer: 'search' as const, to: '/settings/connections' as const }] : []),
    ...(reviews?.totalReviews === 0 && earlier?.totalReviews === 0
      ? [{ offer: 'reviews' as const, to: '/settings/connections' as const }]
      : []),
    ...(aeo.score === null && has('ai_search') ? [{ offer: 'measure' as const, to: '/measurement' as const }] : []),
  ];

  return { tilesOf, offersOf, isPending: isPending || isScorePending };
}
