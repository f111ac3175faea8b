import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadWhenReachable } from '../api/code.ts';
import { inside } from './frame.ts';
import { withGrant } from './search.ts';

/** The settings, of a person and of the organization. */
export const settingsRoutes = [
  createRoute({
    getParentRoute: () => inside,
    path: 'settings/profile',
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/settings/profile.tsx')),
      'ProfilePage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'settings/security',
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/settings/security.tsx')),
      'SecurityPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'settings/members',
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/settings/members.tsx')),
      'MembersPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'settings/notifications',
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/settings/notifications.tsx')),
      'NotificationsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'settings/alerts',
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/settings/alerts.tsx')),
      'AlertsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'settings/organization',
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/settings/organization.tsx')),
      'OrganizationPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'settings/connections',
    validateSearch: withGrant,
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/settings/connections.tsx')),
      'ConnectionsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'settings/import',
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/settings/import.tsx')),
      'ImportPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'settings/assistants',
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/settings/assistants.tsx')),
      'AssistantsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'settings/sign-in',
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/settings/sign-in.tsx')),
      'SignInPolicyPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'settings/keys',
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/settings/keys.tsx')),
      'KeysPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'settings/webhooks',
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/settings/webhooks.tsx')),
      'WebhooksPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'settings/activity',
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/settings/activity.tsx')),
      'ActivityPage',
    ),
  }),
];
