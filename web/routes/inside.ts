import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadWhenReachable } from '../api/code.ts';
import { NotFound } from '../parts/outcomes.tsx';
import { contentRoutes } from './content.ts';
import { withAnswers, withGoals, withReviews, withTasks } from './filters.ts';
import { inside } from './frame.ts';
import { operatorRoutes } from './operator.ts';
import { withPeriod } from './search.ts';
import { settingsRoutes } from './settings.ts';

export const insideRoutes = inside.addChildren([
  ...contentRoutes,
  ...operatorRoutes,
  ...settingsRoutes,
  createRoute({ getParentRoute: () => inside, path: '$', component: NotFound }),
  createRoute({
    getParentRoute: () => inside,
    path: '/',
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/overview.tsx')),
      'OverviewPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'visibility',
    validateSearch: withPeriod,
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/visibility.tsx')),
      'VisibilityPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'competitors',
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/competitors.tsx')),
      'CompetitorsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'ai-search',
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/ai-search.tsx')),
      'AiSearchPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'listings',
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/listings.tsx')),
      'ListingsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'site-audit',
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/site-audit.tsx')),
      'SiteAuditPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'measurement',
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/measurement.tsx')),
      'MeasurementPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'measurement/runs/$id',
    validateSearch: withAnswers,
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/measurement/run.tsx')),
      'RunPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'plan',
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/plan.tsx')),
      'PlanPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'insights',
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/insights.tsx')),
      'InsightsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'goals',
    validateSearch: withGoals,
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/goals.tsx')),
      'GoalsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'tasks',
    validateSearch: withTasks,
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/tasks.tsx')),
      'TasksPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'analytics',
    validateSearch: withPeriod,
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/analytics.tsx')),
      'AnalyticsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'search',
    validateSearch: withPeriod,
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/search.tsx')),
      'SearchPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'reviews',
    validateSearch: (search: Record<string, unknown>) => ({ ...withPeriod(search), ...withReviews(search) }),
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/reviews.tsx')),
      'ReviewsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'social',
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/social.tsx')),
      'SocialPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'billing',
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/billing.tsx')),
      'BillingPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'reports',
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/reports.tsx')),
      'ReportsPage',
    ),
  }),
]);
