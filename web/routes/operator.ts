import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadWhenReachable } from '../api/code.ts';
import { withClients, withConsent, withReports, withSetup, withText, withTrail } from './filters.ts';
import { inside } from './frame.ts';

export const operatorRoutes = [
  createRoute({
    getParentRoute: () => inside,
    path: 'operator',
    validateSearch: withClients,
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/operator/clients.tsx')),
      'ClientsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'operator/clients/$id',
    validateSearch: withSetup,
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/operator/client.tsx')),
      'ClientPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'operator/prospects',
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/operator/prospects.tsx')),
      'ProspectsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'operator/portfolios',
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/operator/portfolios.tsx')),
      'PortfoliosPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'operator/portfolios/$id',
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/operator/portfolio.tsx')),
      'PortfolioPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'operator/users',
    validateSearch: withText,
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/operator/users.tsx')),
      'UsersPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'operator/plans',
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/operator/plans.tsx')),
      'PlansPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'operator/keys',
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/operator/keys.tsx')),
      'OperatorKeysPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'operator/connections',
    validateSearch: withConsent,
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/operator/connections.tsx')),
      'OperatorConnectionsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'operator/reports',
    validateSearch: withReports,
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/operator/reports.tsx')),
      'OperatorReportsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'operator/activity',
    validateSearch: withTrail,
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/operator/trail.tsx')),
      'TrailPage',
    ),
  }),
] as const;
