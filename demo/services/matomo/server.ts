import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { textOfBody } from '../body.ts';
import type { PlausibleVisit } from '../plausible/stats.ts';

interface MatomoSite {
  name: string;
  token: string;
  /** Days are those of UTC. */
  visits: PlausibleVisit[];
}

function rowsOf(visits: PlausibleVisit[], nameOf: (visit: PlausibleVisit) => string) {
  return [...Map.groupBy(visits, nameOf)].map(([label, of]) => ({
    label,
    nb_visits: of.length,
    nb_uniq_visitors: new Set(of.map(({ visitor }) => visitor)).size,
    nb_conversions: of.reduce((all, { goals = [] }) => all + goals.length, 0),
  }));
}

const TYPES: Record<string, number> = { Direct: 1, 'Organic Search': 2, Social: 7, AI: 8 };

const METHODS: Record<string, (visits: PlausibleVisit[], period: string) => object> = {
  'API.get': (visits, period) =>
    visits.length === 0
      ? []
      : {
          nb_visits: visits.length,
          // As installed, Matomo counts nobody over ranges.
          ...(period !== 'range' && { nb_uniq_visitors: new Set(visits.map(({ visitor }) => visitor)).size }),
          nb_pageviews: visits.reduce((all, { pages }) => all + pages.length, 0),
          bounce_count: visits.filter(({ pages }) => pages.length < 2).length,
          sum_visit_length: visits.reduce((all, { seconds }) => all + seconds, 0),
          nb_conversions: visits.reduce((all, { goals = [] }) => all + goals.length, 0),
        },
  'Actions.getPageUrls': (visits) =>
    [
      ...Map.groupBy(
        visits.flatMap(({ pages }) => pages),
        (page) => page,
      ),
    ].map(([label, of]) => ({
      label,
      nb_hits: of.length,
    })),
  'Referrers.getAll': (visits) => {
    const types = new Map(visits.map(({ source, channel }) => [source, TYPES[channel] ?? 3]));
    return rowsOf(visits, ({ source }) => source).map((row) => ({ ...row, referer_type: types.get(row.label) }));
  },
  'VisitTime.getVisitInformationPerServerTime': (visits) =>
    rowsOf(visits, ({ at }) => String(Number(at.slice(11, 13)))),
};

/** The first and last day of a period of Matomo. */
function daysOf(period: string, date: string): [string, string] {
  if (period === 'range') return [date.slice(0, 10), date.slice(11)];
  return period === 'month' ? [`${date.slice(0, 7)}-01`, `${date.slice(0, 7)}-31`] : [date, date];
}

const MOST_BYTES = 64 * 1024;
/** Rows of a report where the call says nothing else. */
const USUAL_LIMIT = '100';

/** What Matomo says of a period; undefined where it reads it. */
function complaintOf(period: string, date: string) {
  const form = period === 'range' ? /^\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d$/ : /^\d{4}-\d\d-\d\d$/;
  if (!['day', 'week', 'month', 'year', 'range'].includes(period))
    return `The period '${period}' is not supported. Try any of the following instead: day, week, month, year, range`;
  return form.test(date) ? undefined : `The date '${date}' is not a correct date format.`;
}

/** A small Matomo: the methods of its Reporting API that the portal calls, over visits in memory. */
export async function startMatomo({ sites }: { sites: Record<string, MatomoSite> }) {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const form = new URLSearchParams(await textOfBody(request, MOST_BYTES).catch(() => ''));
    const field = (name: string) => form.get(name) ?? '';
    const send = (body: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const site = sites[field('idSite')];
    const fail = (message: string) => send({ result: 'error', message });
    // Everything else is a page, or another format.
    if (field('module') !== 'API' || field('format') !== 'JSON')
      return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Sign in</title>');
    if (!site) return fail('An unexpected website was found in the request: website id was set to a wrong value.');
    if (field('token_auth') !== site.token)
      return fail('Unable to authenticate with the provided token. It is either invalid or expired.');
    if (field('method') === 'SitesManager.getSiteFromId')
      return send({ idsite: field('idSite'), name: site.name, timezone: 'UTC' });
    const method = METHODS[field('method')];
    if (!method) return fail(`The method '${field('method')}' does not exist.`);
    const complaint = complaintOf(field('period'), field('date'));
    if (complaint) return fail(complaint);
    const [from, to] = daysOf(field('period'), field('date'));
    const report = method(
      site.visits.filter(({ at }) => at.slice(0, 10) >= from && at.slice(0, 10) <= to),
      field('period'),
    );
    return send(Array.isArray(report) ? report.slice(0, Number(form.get('filter_limit') ?? USUAL_LIMIT)) : report);
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    sites,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
