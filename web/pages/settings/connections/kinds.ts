import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';

export type Connection = inferRouterOutputs<AppRouter>['connections']['list']['data'][number];
export type Kind = inferRouterInputs<AppRouter>['connections']['create']['kind'];
export type GoogleKind = inferRouterInputs<AppRouter>['connections']['google']['properties']['kind'];

// As records, so that no kind can be missing.
export const KINDS = Object.keys({
  google_analytics: true,
  search_console: true,
  business_profile: true,
  plausible: true,
  umami: true,
  matomo: true,
} satisfies Record<Kind, true>) as Kind[];

const GOOGLE: Record<string, true> = {
  google_analytics: true,
  search_console: true,
  business_profile: true,
} satisfies Record<GoogleKind, true>;

/** Whether Google is asked, by a person's consent or by a service account. */
export const isGoogle = (kind: string): kind is GoogleKind => Object.hasOwn(GOOGLE, kind);
