import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { INGEST_BODIES, JSON_VALUES } from '../../server/limits/sizes.ts';
import { onServer } from '../helpers/database.ts';
import { counts, sender } from '../helpers/ingest.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { scan } from '../helpers/scans.ts';
import { dial, outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const ones = (count: number) => Array.from({ length: count }, () => 1);

describe('an ingest body', () => {
  it('holds at most 500,000 values, whatever their nesting', async () => {
    const { send, sendLines, post } = await sender(portal);
    const wide = { ...record('review', {}, 'wide'), extra: ones(JSON_VALUES.ingest) };
    const nested = { ...record('review', {}, 'nested'), extra: ones(JSON_VALUES.ingest / 4).map(() => [[{}]]) };

    const refused = [
      await send([wide]),
      await send([nested]),
      await sendLines(JSON.stringify(wide)),
      await post('/api/ingest/scans', { ...scan(), extra: ones(JSON_VALUES.ingest) }),
      await post('/trpc/ingest.records', { records: [wide] }),
    ];

    expect(refused.map(outcome)).toEqual(refused.map(() => '400 INVALID_JSON'));
    expect(refused[0]?.json().error).toBe('The body holds more than 500,000 values.');
  });

  it('holds at most 1,000 fields in an object, and any number in all', async () => {
    const { send, sendLines, post } = await sender(portal);
    const fields = (count: number) => Object.fromEntries(ones(count).map((_, n) => [`f${n}`, { a: 1 }]));
    const wide = { ...record('review', {}, 'wide'), extra: fields(1001) };
    const several = ones(5).map((_, n) => ({ ...record('review', {}, `r${n}`), extra: fields(1000) }));

    const refused = [
      await send([wide]),
      await sendLines(JSON.stringify(wide)),
      await post('/api/ingest/scans', { ...scan(), extra: fields(1001) }),
      await post('/trpc/ingest.records', { records: [wide] }),
    ];

    expect(refused.map(outcome)).toEqual(refused.map(() => '400 INVALID_JSON'));
    expect(refused[0]?.json().error).toBe('An object of the body holds more than 1,000 fields.');
    expect(counts(await send(several))).toBe('5 accepted, 0 updated, 0 unchanged, 0 rejected');
  });

  it('may hold text of any punctuation', async () => {
    const { send } = await sender(portal);
    const text = '[{,"\\'.repeat(800);

    const response = await send(Array.from({ length: 500 }, (_, n) => record('review', { text }, `r${n}`)));

    expect(counts(response)).toBe('500 accepted, 0 updated, 0 unchanged, 0 rejected');
  });

  // The embedded database takes in one body of a client at a time.
  it('waits unread while two others of its client are in memory, or one if embedded, for at most twenty calls', async () => {
    const [slow, other] = await Promise.all([sender(portal), sender(portal)]);
    const { key } = await slow.person.pipeline();
    const body = JSON.stringify([record('review', {}, 'slow')]);
    await portal.listen();
    const halves = ones(onServer() ? INGEST_BODIES.perKey : 1).map(() => {
      const peer = dial(portal.app);
      peer.say(
        `POST /api/ingest/records HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, -1)}`,
      );
      return peer;
    });
    // A request of light-my-request is only sent when it is awaited.
    const sent = (n: number) => Promise.resolve(slow.send([record('review', {}, `w${n}`)]));
    const waiting: ReturnType<typeof sent>[] = [];
    await expect
      .poll(() => {
        const probe = sent(0);
        waiting[0] = probe;
        return Promise.race([probe.then(() => 'served'), pause(500).then(() => 'waiting')]);
      })
      .toBe('waiting');
    for (let n = 1; n <= INGEST_BODIES.waiting; n++) waiting.push(sent(n));
    const refused = await Promise.race(waiting);
    const served = await other.send([record('review')]);
    for (const peer of halves) peer.say(body.slice(-1));

    expect(outcome(refused)).toBe('503 SERVICE_UNAVAILABLE');
    expect(counts(served)).toBe('1 accepted, 0 updated, 0 unchanged, 0 rejected');
    const outcomes = (await Promise.all(waiting)).map(outcome);
    expect(outcomes.filter((one) => one === '200')).toHaveLength(INGEST_BODIES.waiting);
    expect((await Promise.all(halves.map((peer) => peer.answer()))).map(({ statusCode }) => statusCode)).toEqual(
      halves.map(() => 200),
    );
  });
});
