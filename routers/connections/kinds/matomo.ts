import { z } from 'zod';
import { calendarPeriod, type DayRange, plusDays, todayIn } from '../../values/days.ts';
import { zonedHour } from '../../values/zoned-hour.ts';
import { problemOfStatus } from '../ask-source.ts';
import { type ProblemName, SourceFailure } from '../problems.ts';
import type { Kind, SourceAccess } from './kind.ts';
import { ApiKey, SiteId, ToolUrl } from './needs.ts';
import { quietDay, websiteRecords } from './website-day.ts';

// Reporting API of Matomo: https://developer.matomo.org/api-reference/reporting-api

const KIND = 'matomo';

const Failed = z.object({ result: z.literal('error'), message: z.string().default('') });
/** What proves a connection: nothing but Matomo tells the id and the name of a site. */
const Site = z.object({ idsite: z.union([z.string(), z.int()]), name: z.string(), timezone: z.string().optional() });
/** Matomo writes a report without visits as an empty list. */
const orNothing = <Schema extends z.ZodType>(report: Schema) =>
  z.union([
    report,
    z
      .array(z.unknown())
      .max(0)
      .transform(() => undefined),
  ]);
const Summary = orNothing(
  z.object({
    // Always there: an object without it is no report, and not a day without visits.
    nb_visits: z.coerce.number(),
    nb_uniq_visitors: z.coerce.number().optional(),
    nb_pageviews: z.coerce.number().default(0),
    bounce_count: z.coerce.number().default(0),
    sum_visit_length: z.coerce.number().default(0),
    nb_conversions: z.coerce.number().default(0),
  }),
);
const Rows = z.array(
  z.object({
    label: z.coerce.string().default(''),
    nb_visits: z.coerce.number().default(0),
    nb_uniq_visitors: z.coerce.number().default(0),
    nb_hits: z.coerce.number().default(0),
    nb_conversions: z.coerce.number().default(0),
    referer_type: z.coerce.number().optional(),
  }),
);

/** Errors come with the status 200: their message tells a wrong token and a site that is not shown. */
function problemOfMessage(message: string): ProblemName {
  if (/token_auth|authenticat/i.test(message)) return 'credential_refused';
  if (/access|permission|idSite|unexpected website/i.test(message)) return 'property_missing';
  return 'request_refused';
}

/** Calls a method. The token goes in the body, so that it stands in no log of a web server. */
async function ask<Schema extends z.ZodType>(
  { ask: call, url, property, credential }: SourceAccess,
  schema: Schema,
  method: string,
  parameters: Record<string, string> = {},
): Promise<z.output<Schema>> {
  const body = new URLSearchParams({ module: 'API', method, idSite: property, format: 'JSON', ...parameters });
  body.set('token_auth', credential);
  const { status, json } = await call({ url: new URL('index.php', url ?? undefined), body });
  if (status !== 200) throw new SourceFailure(problemOfStatus(status));
  const failed = Failed.safeParse(json);
  if (failed.success) throw new SourceFailure(problemOfMessage(failed.data.message));
  const { data, success } = schema.safeParse(json);
  if (!success) throw new SourceFailure('strange_answer');
  return data;
}

const siteOf = (access: SourceAccess) => ask(access, Site, 'SitesManager.getSiteFromId');
const zoneOf = async (access: SourceAccess) => (await siteOf(access)).timezone ?? access.timezone;

const CHANNELS: Record<number, [channel: string, medium: string]> = {
  1: ['Direct', '(none)'],
  2: ['Organic search', 'organic'],
  3: ['Referral', 'referral'],
  6: ['Campaign', 'campaign'],
  7: ['Social', 'social'],
  8: ['AI assistants', 'referral'],
};

async function readDay(access: SourceAccess, date: string, zone: string) {
  const day = { period: 'day', date };
  const summary = await ask(access, Summary, 'API.get', day);
  if (!summary?.nb_visits) return undefined;
  const most = { filter_limit: '100' };
  const pages = await ask(access, Rows, 'Actions.getPageUrls', { ...day, ...most, flat: '1' });
  const referrers = await ask(access, Rows, 'Referrers.getAll', { ...day, filter_limit: '200' });
  const hours = await ask(access, Rows, 'VisitTime.getVisitInformationPerServerTime', day);
  const sources = referrers.map((row) => {
    const [channel, medium] = CHANNELS[row.referer_type ?? 0] ?? ['Referral', 'referral'];
    const counts = { sessions: row.nb_visits, users: row.nb_uniq_visitors, conversions: row.nb_conversions };
    return { channel, medium, source: medium === '(none)' ? '(direct)' : row.label, ...counts };
  });
  const channels = Map.groupBy(sources, ({ channel }) => channel);
  return websiteRecords(KIND, {
    date,
    users: summary.nb_uniq_visitors ?? 0,
    sessions: summary.nb_visits,
    pageviews: summary.nb_pageviews,
    bounceRate: (100 * summary.bounce_count) / summary.nb_visits,
    avgSessionSeconds: summary.sum_visit_length / summary.nb_visits,
    conversions: summary.nb_conversions,
    topPages: pages.map(({ label, nb_hits }) => ({
      path: label.startsWith('/') ? label : `/${label}`,
      pageviews: nb_hits,
    })),
    channels: [...channels].map(([channel, of]) => ({
      channel,
      sessions: of.reduce((all, { sessions }) => all + sessions, 0),
    })),
    sources: sources.map(({ channel: _, ...source }) => source),
    hours: hours.map(({ label, nb_visits }) => ({
      at: zonedHour(`${date}T${String(Number.parseInt(label, 10)).padStart(2, '0')}`, zone),
      sessions: nb_visits,
    })),
  });
}

async function* readDays(access: SourceAccess, { from, to }: DayRange) {
  const zone = await zoneOf(access);
  for (let date = to; date >= from; date = plusDays(date, -1)) {
    const day = await readDay(access, date, zone);
    if (day) yield day;
  }
}

export const matomo: Kind = {
  tool: 'Matomo',
  needs: z
    .object({ url: ToolUrl, siteId: SiteId, apiKey: ApiKey })
    .transform(({ url, siteId, apiKey }) => ({ url, property: siteId, credential: apiKey })),
  async prove(access) {
    const { name } = await siteOf(access);
    return name.slice(0, 120) || access.property;
  },
  today: async (access) => todayIn(await zoneOf(access)),
  readDays,
  // Of ranges Matomo counts nobody unless it is told to; of months it does.
  async readUsers(access, { from, to }) {
    const isMonth = from.endsWith('-01') && calendarPeriod(from, 1).until === plusDays(to, 1);
    const period = isMonth ? { period: 'month', date: from } : { period: 'range', date: `${from},${to}` };
    const summary = await ask(access, Summary, 'API.get', period);
    return summary ? summary.nb_uniq_visitors : 0;
  },
  emptyDay: (date) => quietDay(KIND, date),
};
