import { z } from 'zod';

/** The scopes of each kind: those that only read; Business Profile has one alone. */
export const GOOGLE_SCOPES = {
  business_profile: 'https://www.googleapis.com/auth/business.manage',
  google_analytics: 'https://www.googleapis.com/auth/analytics.readonly',
  search_console: 'https://www.googleapis.com/auth/webmasters.readonly',
} as const;

export type GoogleKind = keyof typeof GOOGLE_SCOPES;

export const GoogleKindName = z
  .enum(Object.keys(GOOGLE_SCOPES) as [GoogleKind, ...GoogleKind[]])
  .meta({ description: 'The tool of Google.', example: 'google_analytics' });
