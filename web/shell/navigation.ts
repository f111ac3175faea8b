import { viewed } from '../api/viewed.ts';
import type { IconName } from '../look/icons.tsx';
import type { Module } from '../parts/modules.ts';

/** The pages of the navigation, in groups. The first group is for those who run the portal. */
const NAVIGATION = [
  {
    group: 'operator',
    pages: [
      { page: 'clients', to: '/operator', icon: 'overview' },
      { page: 'users', to: '/operator/users', icon: 'members' },
      { page: 'operatorConnections', to: '/operator/connections', icon: 'social' },
      { page: 'operatorKeys', to: '/operator/keys', icon: 'keys' },
      { page: 'trail', to: '/operator/activity', icon: 'tasks' },
    ],
  },
  {
    group: 'visibility',
    pages: [
      { page: 'overview', to: '/', icon: 'overview' },
      { page: 'visibility', to: '/visibility', icon: 'visibility', module: 'visibility' },
      { page: 'competitors', to: '/competitors', icon: 'competitors', module: 'competitors' },
      { page: 'aiSearch', to: '/ai-search', icon: 'aiSearch', module: 'ai_search' },
      { page: 'listings', to: '/listings', icon: 'listings', module: 'listings' },
      { page: 'siteAudit', to: '/site-audit', icon: 'siteAudit', module: 'visibility' },
      { page: 'measurement', to: '/measurement', icon: 'measurement', module: 'ai_search' },
      { page: 'plan', to: '/plan', icon: 'plan', module: 'plan' },
    ],
  },
  {
    group: 'channels',
    pages: [
      { page: 'analytics', to: '/analytics', icon: 'analytics', module: 'website' },
      { page: 'search', to: '/search', icon: 'aiSearch', module: 'search' },
      { page: 'reviews', to: '/reviews', icon: 'reviews', module: 'reviews' },
      { page: 'social', to: '/social', icon: 'social', module: 'social' },
    ],
  },
  {
    group: 'work',
    pages: [
      { page: 'insights', to: '/insights', icon: 'insights', module: 'insights' },
      { page: 'goals', to: '/goals', icon: 'goals', module: 'goals' },
      { page: 'tasks', to: '/tasks', icon: 'tasks', module: 'tasks' },
    ],
  },
  {
    group: 'content',
    pages: [
      { page: 'content', to: '/content', icon: 'content', module: 'content' },
      { page: 'suggestions', to: '/suggestions', icon: 'suggestions', module: 'content' },
      { page: 'calendar', to: '/calendar', icon: 'calendar', module: 'content' },
      { page: 'templates', to: '/templates', icon: 'templates', module: 'content' },
    ],
  },
  {
    group: 'account',
    pages: [
      { page: 'reports', to: '/reports', icon: 'reports', module: 'reports' },
      { page: 'billing', to: '/billing', icon: 'billing', module: 'billing' },
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
      { page: 'connections', to: '/settings/connections', icon: 'social' },
      { page: 'import', to: '/settings/import', icon: 'import' },
      { page: 'assistants', to: '/settings/assistants', icon: 'insights' },
      { page: 'keys', to: '/settings/keys', icon: 'keys', module: 'developer' },
      { page: 'webhooks', to: '/settings/webhooks', icon: 'social', module: 'developer' },
      { page: 'activity', to: '/settings/activity', icon: 'tasks' },
    ],
  },
] as const satisfies { group: string; pages: { page: string; to: string; icon: IconName; module?: Module }[] }[];

interface Person {
  role: 'admin' | 'member';
  operatorRole: string | null;
  support?: object | undefined;
  modules: Module[];
}

const moduleOf = (page: object) => ('module' in page ? (page.module as Module) : undefined);

const isShown = (page: { to: string }, modules: Module[] | undefined) => {
  const module = moduleOf(page);
  // The settings are the operator's own while a client is looked at.
  if (viewed.get() && page.to.startsWith('/settings/')) return false;
  return module === undefined || modules?.includes(module) === true;
};

const isFound = (page: { to: string }, person: Person | undefined) =>
  isShown(page, person?.modules) && (moduleOf(page) !== 'developer' || person?.role === 'admin');

/**
 * The groups and pages that a person may see. In a support session the pages of operators do not exist; an operator
 * says which parts the people of a client see. Only administrators find the pages for developers.
 */
export const navigationOf = (person: Person | undefined) =>
  NAVIGATION.filter(({ group }) => group !== 'operator' || (person?.operatorRole && !person.support))
    .map(({ group, pages }) => ({ group, pages: pages.filter((page) => isFound(page, person)) }))
    .filter(({ pages }) => pages.length > 0);

/** Whether the page at a path is among those that an operator lets the people of the client see. */
export function isOpen(path: string, modules: Module[]) {
  const pages: { to: string }[] = NAVIGATION.flatMap((group) => [...group.pages]);
  const page = pages.find(({ to }) => to !== '/' && (path === to || path.startsWith(`${to}/`)));
  return !page || isShown(page, modules);
}
