import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { textOfBody } from '../body.ts';
import { runReport } from './analytics.ts';
import { answerBusiness } from './business.ts';
import { searchAnalytics } from './search.ts';
import { answerToken, consent, type GoogleStore, isKnownToken } from './tokens.ts';

const MOST_BYTES = 256 * 1024;

interface Options {
  port?: number;
  store: GoogleStore;
  /** Answers in place of the server; false when it does not. */
  instead?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

type Answer = [status: number, body: object];

const refusal = (code: number, status: string, message: string, reason?: string): Answer => [
  code,
  { error: { code, status, message, ...(reason && { details: [{ reason }] }) } },
];

const isBusiness = (path: string) => /^\/(v1|v4)\/(accounts|locations)/.test(path);

/** Answers a call of Business Profile; Google grants calls on application only. */
function answerBusinessCall(
  { locations, businessQuota }: GoogleStore,
  path: string,
  parameters: URLSearchParams,
): Answer {
  const metadata = { service: 'mybusiness.googleapis.com', quota_limit_value: String(businessQuota) };
  const message = 'Quota exceeded for quota metric of Business Profile.';
  const details = [{ reason: 'RATE_LIMIT_EXCEEDED', domain: 'googleapis.com', metadata }];
  if (businessQuota === 0) return [429, { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message, details } }];
  const found = answerBusiness(locations, path, parameters);
  return found ? [200, found] : refusal(404, 'NOT_FOUND', 'Requested entity was not found.');
}

const scopeOf = (path: string) => {
  if (isBusiness(path)) return 'business.manage';
  return path.startsWith('/webmasters') ? 'webmasters.readonly' : 'analytics.readonly';
};

/** Answers a call of an API with a valid token. */
function answerApi(store: GoogleStore, path: string, body: string): Answer {
  const [, property] = /^\/v1beta\/(properties\/\d+):runReport$/.exec(path) ?? [];
  if (property) {
    const found = store.properties[property];
    if (!found) return refusal(403, 'PERMISSION_DENIED', 'User does not have sufficient permissions.');
    return [200, runReport(found, JSON.parse(body))];
  }
  if (path === '/v1beta/accountSummaries') {
    const properties = Object.keys(store.properties).map((one) => ({ property: one, displayName: `Website ${one}` }));
    return [200, { accountSummaries: [{ account: 'accounts/1', propertySummaries: properties }] }];
  }
  if (path === '/webmasters/v3/sites')
    return [200, { siteEntry: Object.keys(store.sites).map((siteUrl) => ({ siteUrl, permissionLevel: 'siteOwner' })) }];
  const [, site, query] = /^\/webmasters\/v3\/sites\/([^/]+)(\/searchAnalytics\/query)?$/.exec(path) ?? [];
  if (!site) return refusal(404, 'NOT_FOUND', 'Not found.');
  const siteUrl = decodeURIComponent(site);
  const rows = store.sites[siteUrl];
  if (!rows)
    return refusal(403, 'PERMISSION_DENIED', `User does not have sufficient permission for site '${siteUrl}'.`);
  return [200, query ? searchAnalytics(rows, JSON.parse(body)) : { siteUrl, permissionLevel: 'siteFullUser' }];
}

/** A small Google: its tokens, the Analytics Data API, Search Console and Business Profile, over data in memory. */
export async function startGoogle({ port = 0, store, instead }: Options) {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (instead?.(request, response)) return;
    const send = ([status, body]: Answer) =>
      response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(body));
    try {
      const text = await textOfBody(request, MOST_BYTES);
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://google');
      if (pathname === '/o/oauth2/v2/auth')
        return response.writeHead(302, { location: consent(store, searchParams) }).end();
      if (pathname === '/token') return send(answerToken(store, new URLSearchParams(text)));
      const known = isKnownToken(store, request.headers.authorization, scopeOf(pathname));
      if (known === 'unknown') return send(refusal(401, 'UNAUTHENTICATED', 'Invalid credentials.'));
      if (known === 'scope')
        return send(refusal(403, 'PERMISSION_DENIED', 'Insufficient scopes.', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'));
      send(isBusiness(pathname) ? answerBusinessCall(store, pathname, searchParams) : answerApi(store, pathname, text));
    } catch (error) {
      send(refusal(400, 'INVALID_ARGUMENT', error instanceof Error ? error.message : 'Invalid.'));
    }
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    store,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
