import { createRoute } from '@tanstack/react-router';
import { inside } from './frame.ts';
import { page } from './page.ts';
import { withGrant } from './search.ts';

/** The settings, of a person and of the organization. */
export const settingsRoutes = [
  createRoute({
    getParentRoute: () => inside,
    path: 'settings/profile',
    component: page(() => import('../pages/settings/profile.tsx'), 'ProfilePage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'settings/security',
    component: page(() => import('../pages/settings/security.tsx'), 'SecurityPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'settings/members',
    component: page(() => import('../pages/settings/members.tsx'), 'MembersPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'settings/notifications',
    component: page(() => import('../pages/settings/notifications.tsx'), 'NotificationsPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'settings/alerts',
    component: page(() => import('../pages/settings/alerts.tsx'), 'AlertsPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'settings/organization',
    component: page(() => import('../pages/settings/organization.tsx'), 'OrganizationPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'settings/connections',
    validateSearch: withGrant,
    component: page(() => import('../pages/settings/connections.tsx'), 'ConnectionsPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'settings/import',
    component: page(() => import('../pages/settings/import.tsx'), 'ImportPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'settings/assistants',
    component: page(() => import('../pages/settings/assistants.tsx'), 'AssistantsPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'settings/sign-in',
    component: page(() => import('../pages/settings/sign-in.tsx'), 'SignInPolicyPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'settings/keys',
    component: page(() => import('../pages/settings/keys.tsx'), 'KeysPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'settings/webhooks',
    component: page(() => import('../pages/settings/webhooks.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'settings/activity',
    component: page(() => import('../pages/settings/activity.tsx'), 'ActivityPage'),
  }),
];
