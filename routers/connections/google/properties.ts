import { z } from 'zod';
import { PortalError } from '../../../server/errors.ts';
import type { SourceAccess } from '../kinds/kind.ts';
import { problemOf, SourceFailure } from '../problems.ts';
import { askGoogle, googleUrl } from './ask-google.ts';
import type { GoogleKind } from './scopes.ts';

const MOST_PAGES = 5;
const MOST_ACCOUNTS = 10;
const MOST_PROPERTIES = 1000;

export const GoogleProperties = z
  .array(
    z.object({
      property: z.string().meta({ description: 'What Google calls it.', example: 'properties/123456789' }),
      label: z.string().meta({ description: 'Its name.', example: 'Harbor Street Dental' }),
    }),
  )
  .max(MOST_PROPERTIES)
  .describe('The properties, at most 1,000.');

interface Found {
  property: string;
  label: string;
}

const Summaries = z.object({
  accountSummaries: z
    .array(
      z.object({
        propertySummaries: z.array(z.object({ property: z.string(), displayName: z.string().default('') })).default([]),
      }),
    )
    .default([]),
  nextPageToken: z.string().optional(),
});

const Sites = z.object({
  siteEntry: z.array(z.object({ siteUrl: z.string(), permissionLevel: z.string().default('') })).default([]),
});

function parsed<Schema extends z.ZodType>(schema: Schema, json: unknown): z.output<Schema> {
  const { data } = schema.safeParse(json);
  if (data === undefined) throw new SourceFailure('strange_answer');
  return data;
}

async function analyticsProperties(access: SourceAccess) {
  const found: Found[] = [];
  let token: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const url = googleUrl(access, 'analyticsadmin.googleapis.com', '/v1beta/accountSummaries');
    url.search = new URLSearchParams({ pageSize: '200', ...(token && { pageToken: token }) }).toString();
    const answer = parsed(Summaries, await askGoogle(access, 'google_analytics', url));
    for (const { propertySummaries } of answer.accountSummaries)
      found.push(...propertySummaries.map(({ property, displayName }) => ({ property, label: displayName })));
    token = answer.nextPageToken;
    if (!token) break;
  }
  return found;
}

async function searchSites(access: SourceAccess) {
  const url = googleUrl(access, 'searchconsole.googleapis.com', '/webmasters/v3/sites');
  const { siteEntry } = parsed(Sites, await askGoogle(access, 'search_console', url));
  return siteEntry
    .filter(({ permissionLevel }) => permissionLevel !== 'siteUnverifiedUser')
    .map(({ siteUrl }) => ({ property: siteUrl, label: siteUrl.replace('sc-domain:', '') }));
}

const Accounts = z.object({ accounts: z.array(z.object({ name: z.string() })).default([]) });

const Locations = z.object({
  locations: z.array(z.object({ name: z.string(), title: z.string().default('') })).default([]),
  nextPageToken: z.string().optional(),
});

/** The locations of the first accounts: most people have one. */
async function businessLocations(access: SourceAccess) {
  const found: Found[] = [];
  const accountsUrl = googleUrl(access, 'mybusinessaccountmanagement.googleapis.com', '/v1/accounts');
  const { accounts } = parsed(Accounts, await askGoogle(access, 'business_profile', accountsUrl));
  for (const { name: account } of accounts.slice(0, MOST_ACCOUNTS)) {
    let token: string | undefined;
    for (let page = 0; page < MOST_PAGES; page++) {
      const url = googleUrl(access, 'mybusinessbusinessinformation.googleapis.com', `/v1/${account}/locations`);
      const paged = { readMask: 'name,title', pageSize: '100', ...(token && { pageToken: token }) };
      url.search = new URLSearchParams(paged).toString();
      const answer = parsed(Locations, await askGoogle(access, 'business_profile', url));
      found.push(...answer.locations.map(({ name, title }) => ({ property: `${account}/${name}`, label: title })));
      token = answer.nextPageToken;
      if (!token) break;
    }
  }
  return found;
}

const LISTS: Record<GoogleKind, (access: SourceAccess) => Promise<Found[]>> = {
  business_profile: businessLocations,
  google_analytics: analyticsProperties,
  search_console: searchSites,
};

/**
 * The properties of a kind that a credential may read, at most a thousand.
 *
 * @throws VALIDATION_ERROR with what Google says in a sentence
 */
export async function listProperties(access: SourceAccess, kind: GoogleKind): Promise<Found[]> {
  try {
    const found = await LISTS[kind](access);
    return found.slice(0, MOST_PROPERTIES);
  } catch (failure) {
    if (!(failure instanceof SourceFailure)) throw failure;
    throw new PortalError('VALIDATION_ERROR', problemOf(failure.problem).sentence('Google'), { cause: failure });
  }
}
