import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What is answered under a path: HTML, or a whole response. */
export type SitePage =
  | string
  | { status?: number; headers?: Record<string, string>; body?: string | Buffer }
  | ((request: IncomingMessage, response: ServerResponse) => void);

interface Options {
  port?: number;
  /** Called with the address of the website, so that pages can name it. */
  pages: (url: string) => Record<string, SitePage>;
}

function answer(page: SitePage | undefined, request: IncomingMessage, response: ServerResponse) {
  if (typeof page === 'function') return page(request, response);
  const whole = typeof page === 'string' ? { body: page } : (page ?? { status: 404, body: 'Not found.' });
  const { status = 200, headers = {}, body = '' } = whole;
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
}

/** A small website: what it answers, and who has asked for what, and when. */
export async function startWebsite({ port = 0, pages }: Options) {
  const asked: { path: string; agent: string }[] = [];
  let known: Record<string, SitePage> = {};
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    asked.push({ path, agent: request.headers['user-agent'] ?? '' });
    answer(known[path], request, response);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  known = pages(url);

  return {
    url,
    asked,
    /** The paths that were asked for, in order. */
    paths: () => asked.map(({ path }) => path),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
