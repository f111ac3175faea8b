import { createRoute } from '@tanstack/react-router';
import { withClients, withConsent, withReports, withSetup, withText, withTrail } from './filters.ts';
import { inside } from './frame.ts';
import { page } from './page.ts';

export const operatorRoutes = [
  createRoute({
    getParentRoute: () => inside,
    path: 'operator',
    validateSearch: withClients,
    component: page(() => import('../pages/operator/clients.tsx'), 'ClientsPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'operator/clients/$id',
    validateSearch: withSetup,
    component: page(() => import('../pages/operator/client.tsx'), 'ClientPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'operator/prospects',
    component: page(() => import('../pages/operator/prospects.tsx'), 'ProspectsPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'operator/portfolios',
    component: page(() => import('../pages/operator/portfolios.tsx'), 'PortfoliosPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'operator/portfolios/$id',
    component: page(() => import('../pages/operator/portfolio.tsx'), 'PortfolioPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'operator/users',
    validateSearch: withText,
    component: page(() => import('../pages/operator/users.tsx'), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'operator/plans',
    component: page(() => import('../pages/operator/plans.tsx'), 'PlansPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'operator/keys',
    component: page(() => import('../pages/operator/keys.tsx'), 'OperatorKeysPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'operator/connections',
    validateSearch: withConsent,
    component: page(() => import('../pages/operator/connections.tsx'), 'OperatorConnectionsPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'operator/reports',
    validateSearch: withReports,
    component: page(() => import('../pages/operator/reports.tsx'), 'OperatorReportsPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'operator/activity',
    validateSearch: withTrail,
    component: page(() => import('../pages/operator/trail.tsx'), 'TrailPage'),
  }),
] as const;
