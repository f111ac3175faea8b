import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { textOfBody } from '../body.ts';
import { answerQuery, type PlausibleVisit, type StatsQuery } from './stats.ts';

const MOST_BYTES = 64 * 1024;

const queryOf = async (request: IncomingMessage) =>
  JSON.parse(await textOfBody(request, MOST_BYTES)) as StatsQuery & { site_id: string };

/** A website as the server counts it. */
export interface PlausibleSite {
  apiKey: string;
  timezone: string;
  visits: PlausibleVisit[];
}

interface Options {
  port?: number;
  sites: Record<string, PlausibleSite>;
  /** Answers in place of the server; false when it does not. */
  instead?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

const UNAUTHORIZED =
  'Invalid API key or site ID. Please make sure you’re using a valid API key with access to the site you’ve requested.';

/** A small Plausible: its Stats API v2, over visits in memory. */
export async function startPlausible({ port = 0, sites, instead }: Options) {
  let queries = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
    if (instead?.(request, response)) return;
    if (request.method !== 'POST' || request.url !== '/api/v2/query') return send(404, { error: 'Not found' });
    try {
      const { site_id: id, ...query } = await queryOf(request);
      const site = sites[id];
      if (!site || request.headers.authorization !== `Bearer ${site.apiKey}`) return send(401, { error: UNAUTHORIZED });
      queries += 1;
      send(200, answerQuery(site, query));
    } catch (error) {
      send(400, { error: error instanceof Error ? error.message : 'Invalid query' });
    }
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    sites,
    /** The number of queries answered so far. */
    queries: () => queries,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
