import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PlausibleVisit } from '../plausible/stats.ts';

const HOUR = 3_600_000;

interface UmamiSite {
  apiKey: string;
  visits: PlausibleVisit[];
}

interface Options {
  sites: Record<string, UmamiSite>;
  callsAnHour?: number;
}

const counted = (names: string[]) =>
  [...Map.groupBy(names, (name) => name)].map(([x, of]) => ({ x, y: of.length })).sort((one, other) => other.y - one.y);

function metrics(visits: PlausibleVisit[], type: string | null) {
  if (type === 'path') return counted(visits.flatMap(({ pages }) => pages));
  if (type === 'referrer') return counted(visits.map(({ source }) => source));
  return counted(visits.flatMap(({ goals = [] }) => goals));
}

const TYPES = ['path', 'referrer', 'event'];
const UNITS = ['minute', 'hour', 'day', 'month', 'year'];

/** Whether umami refuses the parameters of a route. */
function isRefused(route: string, parameters: URLSearchParams) {
  const [from, to] = ['startAt', 'endAt'].map((name) => parameters.get(name) ?? '');
  if (![from, to].every((moment) => /^\d{1,15}$/.test(moment ?? '')) || Number(from) > Number(to)) return true;
  if (route === '/metrics') return !TYPES.includes(parameters.get('type') ?? '');
  return route === '/pageviews' && !UNITS.includes(parameters.get('unit') ?? '');
}

/** Answers a route of a website over its visits in a period. */
function answerRoute(visits: PlausibleVisit[], route: string, parameters: URLSearchParams): object | undefined {
  const [from, to] = ['startAt', 'endAt'].map((name) => Number(parameters.get(name)));
  const within = visits.filter(({ at }) => Date.parse(at) >= Number(from) && Date.parse(at) <= Number(to));
  if (route === '/metrics')
    return metrics(within, parameters.get('type')).slice(0, Number(parameters.get('limit') ?? 500));
  if (route === '/pageviews')
    return { pageviews: [], sessions: counted(within.map(({ at }) => `${at.slice(0, 13)}:00:00Z`)) };
  if (route !== '/stats') return undefined;
  return {
    pageviews: within.reduce((all, { pages }) => all + pages.length, 0),
    visitors: new Set(within.map(({ visitor }) => visitor)).size,
    visits: within.length,
    bounces: within.filter(({ pages }) => pages.length < 2).length,
    totaltime: within.reduce((all, { seconds }) => all + seconds, 0),
  };
}

/** A small umami: the routes of its API for a website’s statistics, over visits in memory. */
export async function startUmami({ sites, callsAnHour = Number.POSITIVE_INFINITY }: Options) {
  const calls = { hour: 0, count: 0 };
  /** Whether another call of this hour is one too many. */
  const isTooMany = () => {
    const hour = Math.floor(Date.now() / HOUR);
    if (hour !== calls.hour) Object.assign(calls, { hour, count: 0 });
    return ++calls.count > callsAnHour;
  };
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://umami');
    const [, id = '', route = ''] = /^\/api\/websites\/([^/]+)(\/\w+)$/.exec(pathname) ?? [];
    const site = sites[id];
    if (site && request.headers.authorization !== `Bearer ${site.apiKey}`)
      return send(401, { error: { message: 'Unauthorized' } });
    if (isTooMany()) return send(429, { error: { message: 'Too many requests' } });
    if (site && route && isRefused(route, searchParams)) return send(400, { error: { message: 'Bad request' } });
    const body = site && answerRoute(site.visits, route, searchParams);
    return body ? send(200, body) : send(404, { error: { message: 'Not found' } });
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
