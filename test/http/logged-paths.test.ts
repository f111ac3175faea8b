import { expect, it } from 'vitest';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile({ own: true });

const TOKEN = 'AaInQ7xV'.repeat(8);

/** The lines of the log about a request. */
async function linesOf(method: 'GET' | 'HEAD' | 'POST' | 'PUT', url: string) {
  const { headers } = await portal.inject({ method, url });
  return portal.lines.filter((line) => JSON.parse(line).reqId === headers['x-request-id']);
}

it.each([
  ['GET', `/r/${TOKEN}`, '/r/:token'],
  ['HEAD', `/r/${TOKEN}`, '/r/:token'],
  ['POST', `/r/${TOKEN}?pass=1`, '/r/:token'],
  ['GET', `/r/${TOKEN}/pdf`, '/r/:token/pdf'],
  ['GET', `/%72/${TOKEN}`, '/r/:token'],
  ['PUT', `/r/${TOKEN}`, '/r/…'],
  ['GET', `/r/${TOKEN}/`, '/r/…'],
  ['GET', `/r/${TOKEN}/pages/2`, '/r/…'],
  ['GET', `/R/${TOKEN}`, '/R/…'],
  ['GET', `//r//${TOKEN}`, '//r//…'],
  ['GET', `/r%2f${TOKEN}`, '/r/…'],
  ['GET', `/portal/r/${TOKEN}`, '/portal/r/…'],
  ['GET', `/portal/%72/${TOKEN}`, '/portal/r/…'],
] as const)('%s %s is logged as %s', async (method, url, logged) => {
  const lines = await linesOf(method, url);

  expect(lines.map((line) => JSON.parse(line).path)).toContain(logged);
  expect(lines.join('')).not.toContain(TOKEN.slice(0, 8));
});

it.each(['/api/goals/019c6512-7c40-7d3e-9a51-2f6b8c0d4e17', '/nothing/at/all', '/r', '/r/unsubscribe'])(
  '%s is logged as it is',
  async (path) => {
    const lines = await linesOf('GET', path);

    expect(lines.map((line) => JSON.parse(line).path)).toContain(path);
  },
);

// A new name belongs here or, where its holder is let in by it, among those that are not logged.
it('no parameter of a route is a secret, but for those that are not logged', () => {
  const names = portal.app.printRoutes({ commonPrefix: false }).matchAll(/:(\w+)/g);

  expect([...new Set([...names].map(([, name]) => name))].sort()).toEqual([
    'a',
    'b',
    'clientId',
    'deliveryId',
    'draftId',
    'file',
    'filename',
    'id',
    'linkId',
    'name',
    'path',
    'token',
    'version',
  ]);
});
