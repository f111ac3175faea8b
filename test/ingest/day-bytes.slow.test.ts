import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { counts, sender } from '../helpers/ingest.ts';
import { portalForThisFile, portalForThisTest } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { scan } from '../helpers/scans.ts';
import { dial, outcome } from '../helpers/wire.ts';

const portal = portalForThisFile({ env: { INGEST_MIB_PER_DAY: '1' } });

/** JSON takes blanks: a batch of this many bytes. */
const padded = (body: unknown, bytes: number) => JSON.stringify(body).padEnd(bytes);
const JSON_TYPE = { 'content-type': 'application/json' };
const review = (name: string) => [record('review', {}, name)];

it('is counted by bytes, and one that goes beyond 1 MiB within 24 hours is refused with the bound', async () => {
  const { send, sendLines, post, rows } = await sender(portal);
  const stored = [
    await send(padded(review('one'), 500_000)),
    await sendLines(padded(review('two')[0], 400_000)),
    await post('/api/ingest/scans', padded(scan(), 100_000), JSON_TYPE),
  ];

  const refused = [
    await send(padded(review('three'), 50_000)),
    await sendLines(padded(review('three')[0], 50_000)),
    await post('/api/ingest/scans', padded(scan(), 50_000), JSON_TYPE),
    await post('/trpc/ingest.records', padded({ records: review('three') }, 50_000), JSON_TYPE),
  ];
  const small = await send(review('four'));

  expect(stored.map(({ statusCode }) => statusCode)).toEqual([200, 200, 201]);
  expect(refused.map(outcome)).toEqual(refused.map(() => '429 RATE_LIMITED'));
  expect(refused[0]?.json()).toMatchObject({
    code: 'RATE_LIMITED',
    error: 'An organization can ingest 1 MiB within 24 hours, and this body goes beyond.',
  });
  for (const { headers } of refused) {
    expect(Number(headers['retry-after'])).toBeGreaterThan(86_000);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(86_400);
  }
  expect(counts(small)).toBe('1 accepted, 0 updated, 0 unchanged, 0 rejected');
  expect((await rows('reviews')).map(({ external_id }) => external_id)).toEqual(['four', 'one', 'two']);
});

it('leaves other organizations what they have, and counts all keys of one together', async () => {
  const [full, other] = [await sender(portal), await sender(portal)];
  await full.send(padded(review('one'), 1_000_000));
  const second = await full.person.pipeline();

  const answers = [
    await second.post('/api/ingest/records', padded(review('two'), 100_000), JSON_TYPE),
    await other.send(padded(review('two'), 1_000_000)),
  ];

  expect(answers.map(outcome)).toEqual(['429 RATE_LIMITED', '200']);
});

it('counts no body that is refused or answered again, and a dry run like any other', async () => {
  const { send, post } = await sender(portal);
  const key = { 'idempotency-key': randomUUID(), ...JSON_TYPE };
  const keyed = () => post('/api/ingest/records', padded(review('one'), 300_000), key);

  const answers = [
    await send(`[${' '.repeat(600_000)}`),
    await send(padded({ no: 'list' }, 600_000)),
    await keyed(),
    await keyed(),
    await keyed(),
    await send(padded(review('two'), 600_000), '?dryRun=true'),
    await send(padded(review('three'), 300_000)),
  ];

  const invalid = ['400 INVALID_JSON', '400 VALIDATION_ERROR'];
  expect(answers.map(outcome)).toEqual([...invalid, '200', '200', '200', '200', '429 RATE_LIMITED']);
});

it('counts the body of a batch of calls once', async () => {
  const { send, post } = await sender(portal);
  const calls = { 0: { records: review('one') }, 1: { records: review('two') }, 2: { records: review('three') } };

  const batch = await post(
    '/trpc/ingest.records,ingest.records,ingest.records?batch=1',
    padded(calls, 500_000),
    JSON_TYPE,
  );
  const next = await send(padded(review('four'), 500_000));
  const last = await send(padded(review('five'), 500_000));

  expect([batch, next, last].map(outcome)).toEqual(['200', '200', '429 RATE_LIMITED']);
});

it('is refused unread when its length is known, and once it is read when not', async () => {
  const { person, send } = await sender(portal);
  const { key } = await person.pipeline();
  await send(padded(review('one'), 1_000_000));
  await portal.listen();
  const body = padded(review('two'), 100_000);
  const say = (length: string, bytes: string) => {
    const peer = dial(portal.app);
    const common = `Host: x\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json`;
    peer.say(`POST /api/ingest/records HTTP/1.1\r\n${common}\r\n${length}\r\n\r\n${bytes}`);
    return peer;
  };

  const unread = say(`Content-Length: ${body.length}`, '');
  const chunked = say('Transfer-Encoding: chunked', `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`);
  const answers = [await unread.answer(), await chunked.answer()];

  expect(answers.map(outcome)).toEqual(['429 RATE_LIMITED', '429 RATE_LIMITED']);
});

it('has no bound where 0 is set, and is counted by all processes together', async () => {
  const open = await portalForThisTest({ env: { INGEST_MIB_PER_DAY: '0' } });
  const unbounded = await sender(open);
  const env = { INGEST_MIB_PER_DAY: '1' };
  const one = await portalForThisTest({ env, countInDatabase: true });
  const two = await portalForThisTest({ env, beside: one, countInDatabase: true });
  const { person } = await sender(one);
  const { key } = await person.pipeline();
  const sendTo = (process: typeof one, name: string) =>
    process.inject({
      method: 'POST',
      url: '/api/ingest/records',
      headers: { authorization: `Bearer ${key}`, ...JSON_TYPE },
      payload: padded(review(name), 400_000),
    });

  const free = [await unbounded.send(padded(review('one'), 2_000_000)), await unbounded.send(review('two'))];
  const together = await Promise.all([one, two, one, two].map((process, n) => sendTo(process, `r${n}`)));

  expect(free.map(outcome)).toEqual(['200', '200']);
  expect(together.map(outcome).sort()).toEqual(['200', '200', '429 RATE_LIMITED', '429 RATE_LIMITED']);
});
