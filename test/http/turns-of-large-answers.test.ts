import { setTimeout as pause } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { shareLargeAnswers } from '../../server/http/large-answers.ts';

const LARGE = 'x'.repeat(300 * 1024);

/** Routes `/large`, `/small` and `/batch`, which has a large answer already, of organizations in a header; tells how many calls of each ran at most at once. */
async function serve() {
  const running = new Map<string, number>();
  const most = new Map<string, number>();
  const app = Fastify();
  app.decorateRequest('organization', undefined);
  shareLargeAnswers(app);
  for (const url of ['/large', '/small', '/batch'])
    app.get(url, async (request) => {
      const organization = String(request.headers.organization);
      request.organization = organization;
      if (url === '/batch') request.answered = LARGE.length;
      await request.turnOfLarge();
      running.set(organization, (running.get(organization) ?? 0) + 1);
      most.set(organization, Math.max(most.get(organization) ?? 0, running.get(organization) ?? 0));
      await pause(5);
      running.set(organization, (running.get(organization) ?? 0) - 1);
      if ('fail' in (request.query as object)) throw new Error('It failed after its turn began.');
      return url === '/large' ? LARGE : 'small';
    });
  await app.ready();
  const ask = (url: string, organization: string) => app.inject({ url, headers: { organization } });
  const askOften = async (url: string, organization: string) => {
    most.delete(organization);
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(url, organization)));
    return { most: most.get(organization), statuses: new Set(answers.map(({ statusCode }) => statusCode)) };
  };
  return { ask, askOften };
}

it('runs the calls of an organization two at a time on a route that had a large answer', async () => {
  const { ask, askOften } = await serve();
  await ask('/large', 'one');

  expect(await askOften('/large', 'one')).toEqual({ most: 2, statuses: new Set([200]) });
});

it('lets other routes and organizations run as before', async () => {
  const { ask, askOften } = await serve();
  await ask('/large', 'one');
  const large = askOften('/large', 'one');

  expect((await askOften('/large', 'other')).most).toBe(8);
  await large;
  expect((await askOften('/small', 'one')).most).toBe(8);
});

it('lets a batch with a large answer wait before its next call, from the first batch on', async () => {
  const { askOften } = await serve();

  expect(await askOften('/batch', 'one')).toEqual({ most: 2, statuses: new Set([200]) });
});

it('ends the turn of a call that fails', async () => {
  const { ask, askOften } = await serve();
  await ask('/large', 'one');

  expect((await askOften('/large?fail', 'one')).statuses).toEqual(new Set([500]));
  expect((await askOften('/large', 'one')).statuses).toEqual(new Set([200]));
});
