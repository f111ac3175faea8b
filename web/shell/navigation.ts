import type { IconName } from '../look/icons.tsx';

/** The pages of the navigation, in groups. The first group is for those who run the portal. */
const NAVIGATION = [
  {
    group: 'operator',
    pages: [
      { page: 'clients', to: '/operator', icon: 'overview' },
      { page: 'users', to: '/operator/users', icon: 'members' },
      { page: 'operatorKeys', to: '/operator/keys', icon: 'keys' },
      { page: 'trail', to: '/operator/activity', icon: 'tasks' },
    ],
  },
  {
    group: 'visibility',
    pages: [
      { page: 'overview', to: '/', icon: 'overview' },
      { page: 'visibility', to: '/visibility', icon: 'visibility' },
      { page: 'competitors', to: '/competitors', icon: 'competitors' },
      { page: 'aiSearch', to: '/ai-search', icon: 'aiSearch' },
      { page: 'listings', to: '/listings', icon: 'listings' },
      { page: 'plan', to: '/plan', icon: 'plan' },
    ],
  },
  {
    group: 'channels',
    pages: [
      { page: 'analytics', to: '/analytics', icon: 'analytics' },
      { page: 'reviews', to: '/reviews', icon: 'reviews' },
      { page: 'social', to: '/social', icon: 'social' },
    ],
  },
  {
    group: 'work',
    pages: [
      { page: 'insights', to: '/insights', icon: 'insights' },
      { page: 'goals', to: '/goals', icon: 'goals' },
      { page: 'tasks', to: '/tasks', icon: 'tasks' },
    ],
  },
  {
    group: 'content',
    pages: [
      { page: 'content', to: '/content', icon: 'content' },
      { page: 'suggestions', to: '/suggestions', icon: 'suggestions' },
      { page: 'calendar', to: '/calendar', icon: 'calendar' },
      { page: 'templates', to: '/templates', icon: 'templates' },
    ],
  },
  {
    group: 'account',
    pages: [
      { page: 'reports', to: '/reports', icon: 'reports' },
      { page: 'billing', to: '/billing', icon: 'billing' },
    ],
  },
  {
    group: 'settings',
    pages: [
      { page: 'profile', to: '/settings/profile', icon: 'profile' },
      { page: 'security', to: '/settings/security', icon: 'security' },
      { page: 'notifications', to: '/settings/notifications', icon: 'notifications' },
      { page: 'organization', to: '/settings/organization', icon: 'organization' },
      { page: 'members', to: '/settings/members', icon: 'members' },
      { page: 'keys', to: '/settings/keys', icon: 'keys' },
      { page: 'webhooks', to: '/settings/webhooks', icon: 'social' },
      { page: 'activity', to: '/settings/activity', icon: 'tasks' },
    ],
  },
] as const satisfies { group: string; pages: { page: string; to: string; icon: IconName }[] }[];

/** The groups that a person may see. In a support session the pages of operators do not exist. */
export const navigationOf = (person: { operatorRole: string | null; support?: object | undefined } | undefined) =>
  NAVIGATION.filter(({ group }) => group !== 'operator' || (person?.operatorRole && !person.support));
