import { beforeAll, expect, it } from 'vitest';
import { byteBudget } from '../../flow/byte-budget.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { dial, outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();
beforeAll(async () => void (await portal.listen()));
const MIB = 1024 * 1024;

const COMPLETE = JSON.stringify({ title: 'x'.repeat(MIB - 12) });

/** Begins a page of 1 MiB and sends its first `bytes`. */
function beginPage(cookie: string, bytes: number) {
  const peer = dial(portal.app);
  peer.say(
    `POST /api/cms/pages HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: ${cookie}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${COMPLETE.length}\r\n\r\n${COMPLETE.slice(0, bytes)}`,
  );
  return peer;
}

it('reads eight large bodies of an organization at once, further ones in turn, and those of others meanwhile', async () => {
  const [person, neighbour] = [await portal.register(), await portal.register()];
  const peers = Array.from({ length: 40 }, () => beginPage(person.cookie, COMPLETE.length - 1));
  const large = { title: 'A long page', content: 'x'.repeat(499_000) };
  const ofNeighbour = await neighbour.post('/api/cms/pages', large);
  const own = await person.get('/api/cms/pages');
  for (const peer of peers) peer.say('}');
  const answers = await Promise.all(peers.map((peer) => peer.answer()));

  // All at once would be more than the organization may have in memory.
  expect(answers.map(outcome)).toEqual(Array(40).fill('400 VALIDATION_ERROR'));
  expect(outcome(ofNeighbour)).toBe('201');
  expect(outcome(own)).toBe('200');
});

it('forgets bodies that wait for their turn when their connections close', async () => {
  const person = await portal.register();
  const peers = Array.from({ length: 20 }, () => beginPage(person.cookie, 128 * 1024));
  await person.get('/api/cms/pages');
  for (const peer of peers) peer.leave();
  const after = beginPage(person.cookie, COMPLETE.length);

  expect(outcome(await after.answer())).toBe('400 VALIDATION_ERROR');
});

it('refuses bodies of an organization that would exceed 28 MiB', async () => {
  const person = await portal.register();
  const peers: ReturnType<typeof beginPage>[] = [];
  const refused = Promise.withResolvers<Awaited<ReturnType<(typeof peers)[number]['answer']>>>();
  for (let n = 0; n < 500; n++) {
    const peer = beginPage(person.cookie, n < 8 ? COMPLETE.length - 1 : 128 * 1024);
    peers.push(peer);
    peer.answer().then(refused.resolve);
    // No more look-ups of one caller at once than the database takes.
    if (n % 10 === 0) await person.get('/api/cms/pages');
  }
  const { body, ...answer } = await refused.promise;
  for (const peer of peers) peer.leave();

  expect(outcome(answer)).toBe('503 SERVICE_UNAVAILABLE');
  expect(body).toContain('still arriving');
});

it('counts each caller by itself', () => {
  const budget = byteBudget({ total: 1000, each: 20 });

  expect(budget('one').add(12)).toBe(true);
  expect(budget('one').add(12)).toBe(false);
  expect(budget('two').add(12)).toBe(true);
});

it('leaves room to others when twenty callers use their full share', () => {
  const budget = byteBudget({ total: 1000, each: 200 });
  for (let n = 0; n < 20; n++) {
    const greedy = budget(`organization ${n}`);
    while (greedy.add(1));
  }

  expect(budget('one more').add(10)).toBe(true);
});

it('releases held bytes', () => {
  const budget = byteBudget({ total: 1000, each: 20 });
  const account = budget('one');
  account.add(20);
  account.release();

  expect(budget('one').add(20)).toBe(true);
});
