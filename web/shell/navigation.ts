import { viewed } from '../api/viewed.ts';
import type { IconName } from '../look/icons.tsx';
import type { Module } from '../parts/modules.ts';

interface Listed {
  group: string;
  /** What stands in the menu: one page, or several that belong together and have tabs. */
  entries: { entry: string; icon: IconName; pages: { page: string; to: string; module?: Module }[] }[];
}

/** The daily pages, at most twelve entries for the people of a client. The first group is for those who run the portal. */
const MENU = [
  {
    group: 'operator',
    entries: [
      {
        entry: 'clients',
        icon: 'organization',
        pages: [
          { page: 'clients', to: '/operator' },
          { page: 'prospects', to: '/operator/prospects' },
          { page: 'portfolios', to: '/operator/portfolios' },
        ],
      },
      { entry: 'users', icon: 'members', pages: [{ page: 'users', to: '/operator/users' }] },
      {
        entry: 'operatorConnections',
        icon: 'social',
        pages: [{ page: 'operatorConnections', to: '/operator/connections' }],
      },
      { entry: 'operatorReports', icon: 'reports', pages: [{ page: 'operatorReports', to: '/operator/reports' }] },
      { entry: 'plans', icon: 'billing', pages: [{ page: 'plans', to: '/operator/plans' }] },
      { entry: 'operatorKeys', icon: 'keys', pages: [{ page: 'operatorKeys', to: '/operator/keys' }] },
      { entry: 'trail', icon: 'tasks', pages: [{ page: 'trail', to: '/operator/activity' }] },
    ],
  },
  {
    group: 'figures',
    entries: [
      { entry: 'overview', icon: 'overview', pages: [{ page: 'overview', to: '/' }] },
      {
        entry: 'visibility',
        icon: 'visibility',
        pages: [
          { page: 'visibility', to: '/visibility', module: 'visibility' },
          { page: 'competitors', to: '/competitors', module: 'competitors' },
          { page: 'listings', to: '/listings', module: 'listings' },
          { page: 'plan', to: '/plan', module: 'plan' },
        ],
      },
      {
        entry: 'aiSearch',
        icon: 'aiSearch',
        pages: [
          { page: 'aiSearch', to: '/ai-search', module: 'ai_search' },
          { page: 'measurement', to: '/measurement', module: 'ai_search' },
          { page: 'siteAudit', to: '/site-audit', module: 'visibility' },
        ],
      },
      {
        entry: 'analytics',
        icon: 'analytics',
        pages: [
          { page: 'analytics', to: '/analytics', module: 'website' },
          { page: 'search', to: '/search', module: 'search' },
          { page: 'social', to: '/social', module: 'social' },
        ],
      },
      { entry: 'reviews', icon: 'reviews', pages: [{ page: 'reviews', to: '/reviews', module: 'reviews' }] },
    ],
  },
  {
    group: 'work',
    entries: [
      { entry: 'insights', icon: 'insights', pages: [{ page: 'insights', to: '/insights', module: 'insights' }] },
      { entry: 'goals', icon: 'goals', pages: [{ page: 'goals', to: '/goals', module: 'goals' }] },
      { entry: 'tasks', icon: 'tasks', pages: [{ page: 'tasks', to: '/tasks', module: 'tasks' }] },
      {
        entry: 'content',
        icon: 'content',
        pages: [
          { page: 'content', to: '/content', module: 'content' },
          { page: 'suggestions', to: '/suggestions', module: 'content' },
          { page: 'calendar', to: '/calendar', module: 'content' },
          { page: 'templates', to: '/templates', module: 'content' },
        ],
      },
    ],
  },
  {
    group: 'account',
    entries: [
      { entry: 'reports', icon: 'reports', pages: [{ page: 'reports', to: '/reports', module: 'reports' }] },
      { entry: 'billing', icon: 'billing', pages: [{ page: 'billing', to: '/billing', module: 'billing' }] },
    ],
  },
] as const satisfies Listed[];

/** The settings, which have a menu of their own. */
const SETTINGS = [
  {
    group: 'own',
    entries: [
      { entry: 'profile', icon: 'profile', pages: [{ page: 'profile', to: '/settings/profile' }] },
      { entry: 'security', icon: 'security', pages: [{ page: 'security', to: '/settings/security' }] },
      {
        entry: 'notifications',
        icon: 'notifications',
        pages: [{ page: 'notifications', to: '/settings/notifications' }],
      },
      { entry: 'assistants', icon: 'insights', pages: [{ page: 'assistants', to: '/settings/assistants' }] },
    ],
  },
  {
    group: 'organization',
    entries: [
      { entry: 'organization', icon: 'organization', pages: [{ page: 'organization', to: '/settings/organization' }] },
      { entry: 'signIn', icon: 'security', pages: [{ page: 'signIn', to: '/settings/sign-in' }] },
      { entry: 'members', icon: 'members', pages: [{ page: 'members', to: '/settings/members' }] },
      { entry: 'alerts', icon: 'notifications', pages: [{ page: 'alerts', to: '/settings/alerts' }] },
      { entry: 'connections', icon: 'social', pages: [{ page: 'connections', to: '/settings/connections' }] },
      { entry: 'import', icon: 'import', pages: [{ page: 'import', to: '/settings/import' }] },
      { entry: 'keys', icon: 'keys', pages: [{ page: 'keys', to: '/settings/keys', module: 'developer' }] },
      {
        entry: 'webhooks',
        icon: 'social',
        pages: [{ page: 'webhooks', to: '/settings/webhooks', module: 'developer' }],
      },
      { entry: 'activity', icon: 'tasks', pages: [{ page: 'activity', to: '/settings/activity' }] },
    ],
  },
] as const satisfies Listed[];

type Group = (typeof MENU)[number] | (typeof SETTINGS)[number];
type Entry = Group['entries'][number];
type ListedPage = Entry['pages'][number];

interface Person {
  role: 'admin' | 'member';
  operatorRole: string | null;
  /** Null for an operator of all clients. */
  operatorPortfolios: object | null;
  support?: object | undefined;
  modules: Module[];
}

const isAt = (path: string, to: string) => path === to || (to !== '/' && path.startsWith(`${to}/`));

/** Whether a path belongs to the settings. */
export const isSetting = (path: string) => isAt(path, '/settings');

const moduleOf = (page: ListedPage): Module | undefined => ('module' in page ? page.module : undefined);

const isShown = (page: ListedPage, modules: Module[] | undefined) => {
  const module = moduleOf(page);
  // The settings are the operator's own while a client is looked at.
  if (viewed.get() && isSetting(page.to)) return false;
  return module === undefined || modules?.includes(module) === true;
};

/** What is of the whole portal, and so of no operator with portfolios. */
const isOfPortal = ({ page }: ListedPage) => page === 'plans';

const isFound = (page: ListedPage, person: Person | undefined) =>
  isShown(page, person?.modules) &&
  !(isOfPortal(page) && person?.operatorPortfolios) &&
  (moduleOf(page) !== 'developer' || person?.role === 'admin');

const groupsOf = (groups: readonly Group[], person: Person | undefined) =>
  groups
    .filter(({ group }) => group !== 'operator' || (person?.operatorRole && !person.support))
    .map(({ group, entries }) => ({
      group,
      entries: entries.flatMap(({ entry, icon, pages }: Entry) => {
        const found = pages.filter((page) => isFound(page, person));
        const [first] = found;
        // What has one page left is named after it.
        return first ? [{ name: found.length === 1 ? first.page : entry, icon, first, pages: found }] : [];
      }),
    }))
    .filter(({ entries }) => entries.length > 0);

/**
 * The groups, entries and pages that a person may see. In a support session the pages of operators do not exist; an
 * operator says which parts the people of a client see. Only administrators find the pages for developers.
 */
export const menuOf = (person: Person | undefined) => groupsOf(MENU, person);

/** The same of the settings. */
export const settingsOf = (person: Person | undefined) => groupsOf(SETTINGS, person);

/** The pages that belong together with the one at a path, and which of them that is. */
export function tabsAt(path: string, person: Person | undefined) {
  const found = menuOf(person)
    .flatMap(({ entries }) => entries)
    .flatMap((entry) => entry.pages.filter(({ to }) => isAt(path, to)).map((current) => ({ ...entry, current })));
  // Pages of the operator lie below that of the clients: the nearest counts.
  return found.toSorted((one, other) => other.current.to.length - one.current.to.length)[0];
}

/** Whether the page at a path is among those that an operator lets the people of the client see. */
export function isOpen(path: string, modules: Module[]) {
  const groups: readonly Group[] = [...MENU, ...SETTINGS];
  const pages = groups.flatMap(({ entries }) => entries.flatMap((entry: Entry): readonly ListedPage[] => entry.pages));
  const page = pages.find(({ to }) => to !== '/' && isAt(path, to));
  return !page || isShown(page, modules);
}
