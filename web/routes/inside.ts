import { createRoute } from '@tanstack/react-router';
import { NotFound } from '../parts/outcomes.tsx';
import { contentRoutes } from './content.ts';
import { withAnswers, withGoals, withReviews, withTasks } from './filters.ts';
import { inside } from './frame.ts';
import { operatorRoutes } from './operator.ts';
import { page } from './page.ts';
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
    component: page(() => import('../pages/overview.tsx'), 'OverviewPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'visibility',
    validateSearch: withPeriod,
    component: page(() => import('../pages/visibility.tsx'), 'VisibilityPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'competitors',
    component: page(() => import('../pages/competitors.tsx'), 'CompetitorsPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'ai-search',
    component: page(() => import('../pages/ai-search.tsx'), 'AiSearchPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'listings',
    component: page(() => import('../pages/listings.tsx'), 'ListingsPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'site-audit',
    component: page(() => import('../pages/site-audit.tsx'), 'SiteAuditPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'measurement',
    component: page(() => import('../pages/measurement.tsx'), 'MeasurementPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'measurement/runs/$id',
    validateSearch: withAnswers,
    component: page(() => import('../pages/measurement/run.tsx'), 'RunPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'plan',
    component: page(() => import('../pages/plan.tsx'), 'PlanPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'insights',
    component: page(() => import('../pages/insights.tsx'), 'InsightsPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'goals',
    validateSearch: withGoals,
    component: page(() => import('../pages/goals.tsx'), 'GoalsPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'tasks',
    validateSearch: withTasks,
    component: page(() => import('../pages/tasks.tsx'), 'TasksPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'analytics',
    validateSearch: withPeriod,
    component: page(() => import('../pages/analytics.tsx'), 'AnalyticsPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'search',
    validateSearch: withPeriod,
    component: page(() => import('../pages/search.tsx'), 'SearchPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'reviews',
    validateSearch: (search: Record<string, unknown>) => ({ ...withPeriod(search), ...withReviews(search) }),
    component: page(() => import('../pages/reviews.tsx'), 'ReviewsPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'social',
    component: page(() => import('../pages/social.tsx'), 'SocialPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'billing',
    component: page(() => import('../pages/billing.tsx'), 'BillingPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'reports',
    component: page(() => import('../pages/reports.tsx'), 'ReportsPage'),
  }),
]);
