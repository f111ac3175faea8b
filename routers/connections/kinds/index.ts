import { businessProfile } from './business-profile.ts';
import { googleAnalytics } from './google-analytics.ts';
import type { Kind } from './kind.ts';
import { matomo } from './matomo.ts';
import { plausible } from './plausible.ts';
import { searchConsole } from './search-console.ts';
import { umami } from './umami.ts';

/** The kinds of connections by name, which is the source of what they bring. */
export const KINDS = {
  business_profile: businessProfile,
  google_analytics: googleAnalytics,
  matomo,
  plausible,
  search_console: searchConsole,
  umami,
} satisfies Record<string, Kind>;

export type KindName = keyof typeof KINDS;

export const KIND_NAMES = Object.keys(KINDS) as [KindName, ...KindName[]];

/** The kind of a stored connection; undefined for one of another version of the portal. */
export const kindNamed = (name: string): Kind | undefined => (KINDS as Record<string, Kind>)[name];
