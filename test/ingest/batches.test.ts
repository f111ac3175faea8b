import { describe, expect, it } from 'vitest';
import { counts, type Receipt, sender } from '../helpers/ingest.ts';
import { portalForThisFile, portalForThisTest } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const hour = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 3_600_000).toISOString();
const hours = (count: number, sessions = 1) =>
  Array.from({ length: count }, (_, n) => record('traffic_hourly', { at: hour(n), sessions }, `h${n}`));

describe('POST /api/ingest/records', () => {
  it('stores valid records and rejects invalid ones with position, id and reason', async () => {
    const { send, rows } = await sender(portal);
    const batch = [
      record('traffic_hourly', {}, 'good'),
      record('traffic_hourly', { sessions: -1 }, 'negative'),
      { type: 'weather', externalId: 'unknown type', data: {} },
      { type: 'review', externalId: '', data: record('review').data },
      { type: 'review', data: record('review').data },
      { type: 'goal', externalId: 'no data' },
      'a text',
      null,
      record('traffic_hourly', { at: hour(5) }, 'also good'),
    ];

    const response = await send(batch);

    const { rejected, ...taken } = response.json<Receipt>();
    expect(response.statusCode).toBe(200);
    expect(taken).toEqual({ ok: true, accepted: 2, updated: 0, unchanged: 0, kept: [] });
    expect(rejected.map(({ index, externalId }) => [index, externalId])).toEqual([
      [1, 'negative'],
      [2, 'unknown type'],
      [3, ''],
      [4, null],
      [5, 'no data'],
      [6, null],
      [7, null],
    ]);
    expect(rejected.map(({ error }) => error.split(':')[0])).toEqual([
      'data.sessions',
      'type',
      'externalId',
      'externalId',
      'data',
      'A record must be a JSON object.',
      'A record must be a JSON object.',
    ]);
    expect((await rows('traffic_hourly')).map(({ external_id: name }) => name)).toEqual(['also good', 'good']);
  });

  it('applies duplicates in order', async () => {
    const { send, rows } = await sender(portal);
    const of = (sessions: number) => record('traffic_hourly', { sessions }, 'h');

    const first = await send([of(1), of(2), of(2), of(1)]);
    const second = await send([of(1), of(3), of(1), of(-1), of(4)]);

    expect(counts(first)).toBe('1 accepted, 2 updated, 1 unchanged, 0 rejected');
    expect(counts(second)).toBe('0 accepted, 3 updated, 1 unchanged, 1 rejected');
    expect(await rows('traffic_hourly')).toMatchObject([{ sessions: 4 }]);
  });

  it('keeps equal ids of different types apart', async () => {
    const { send } = await sender(portal);

    const response = await send([record('goal', {}, 'x'), record('review', {}, 'x'), record('action_item', {}, 'x')]);

    expect(counts(response)).toBe('3 accepted, 0 updated, 0 unchanged, 0 rejected');
  });

  it('accepts 0 to 1,000 records', async () => {
    const { send, rows } = await sender(portal);

    const [empty, full, over] = [await send([]), await send(hours(1000)), await send(hours(1001))];

    expect(counts(empty)).toBe('0 accepted, 0 updated, 0 unchanged, 0 rejected');
    expect(counts(full)).toBe('1000 accepted, 0 updated, 0 unchanged, 0 rejected');
    expect(outcome(over)).toBe('400 VALIDATION_ERROR');
    expect(over.json().issues).toEqual([{ path: 'records', message: 'must have at most 1000 records' }]);
    expect(await rows('traffic_hourly')).toHaveLength(1000);
  });

  it('invalidates cached figures once, and only after changes', async () => {
    const { send, version } = await sender(portal);

    const versions: number[] = [await version()];
    for (const batch of [hours(3), hours(3), [record('goal', { status: 'lost' })], [], hours(3, 2)]) {
      await send(batch);
      versions.push(await version());
    }

    expect(versions).toEqual([0, 1, 1, 1, 1, 2]);
  });

  it('stores twenty parallel copies once', async () => {
    const { send, rows } = await sender(portal);
    const batch = hours(50);

    const receipts = await Promise.all(Array.from({ length: 20 }, () => send(batch)));

    const sum = (key: 'accepted' | 'updated' | 'unchanged') =>
      receipts.reduce((total, receipt) => total + receipt.json<Receipt>()[key], 0);
    expect([sum('accepted'), sum('updated'), sum('unchanged')]).toEqual([50, 0, 950]);
    expect(await rows('traffic_hourly')).toHaveLength(50);
  });

  it('does not deadlock with batches in another order', async () => {
    const { send, rows } = await sender(portal);
    const mixed = [...hours(40), ...Array.from({ length: 40 }, (_, n) => record('review', {}, `r${n}`))];
    const shuffled = (n: number) =>
      mixed.toSorted((a, b) => (a.externalId + n > b.externalId + n === n % 2 > 0 ? 1 : -1));

    const receipts = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        send(
          shuffled(n).map((one) => ({
            ...one,
            data: { ...one.data, ...(one.type === 'review' ? { rating: (n % 5) + 1 } : { sessions: n }) },
          })),
        ),
      ),
    );

    expect(new Set(receipts.map(outcome))).toEqual(new Set(['200']));
    expect([(await rows('traffic_hourly')).length, (await rows('reviews')).length]).toEqual([40, 40]);
  });
});

describe('Dry runs', () => {
  const batch = [
    record('goal', {}, 'known'),
    record('goal', { title: 'Changed' }, 'known'),
    record('goal', {}, 'new'),
    record('goal', {}, 'new'),
    record('review', { rating: 9 }, 'bad'),
    record('review', {}, 'new'),
    record('website_daily', {}, 'known'),
  ];

  it.each(['?dryRun=1', '?dryRun=true'])(
    'with %s return the receipt of a real run and store nothing',
    async (query) => {
      const { send, rows, version } = await sender(portal);
      await send([record('goal', {}, 'known'), record('website_daily', { users: 1 }, 'known')]);
      const before = [await rows('goals'), await rows('reviews'), await rows('website_daily'), await version()];

      const dry = await send(batch, query);

      expect([await rows('goals'), await rows('reviews'), await rows('website_daily'), await version()]).toEqual(
        before,
      );
      expect(counts(dry)).toBe('2 accepted, 2 updated, 2 unchanged, 1 rejected');
      expect((await send(batch)).json()).toEqual(dry.json());
    },
  );

  it.each(['?dryRun=0', '?dryRun=false', '?dry_run=1', '?records=1'])('are off with %s', async (query) => {
    const { send, rows } = await sender(portal);

    await send([record('goal')], query);

    expect(await rows('goals')).toHaveLength(1);
  });

  it.each(['?dryRun=', '?dryRun=yes', '?dryRun=2', '?dryRun=1&dryRun=1', '?dryRun=0&dryRun=1'])(
    'is not guessed at from %s',
    async (query) => {
      const { send, rows } = await sender(portal);

      const response = await send([record('goal')], query);

      expect(outcome(response)).toBe('400 VALIDATION_ERROR');
      expect(await rows('goals')).toEqual([]);
    },
  );
});

describe('A record refused by the database', () => {
  it('is the only rejection among a thousand, also in a dry run', async () => {
    const own = await portalForThisTest();
    await own.deps.database.accounts.execute('alter table traffic_hourly add constraint odd check (sessions <> 13)');
    const { send, rows } = await sender(own);
    const batch = hours(1000).map((one, n) => ({ ...one, data: { ...one.data, sessions: n % 400 === 7 ? 13 : 1 } }));

    const [dry, wet] = [await send(batch, '?dryRun=1'), await send(batch)];

    expect(counts(dry)).toBe('997 accepted, 0 updated, 0 unchanged, 3 rejected');
    expect(wet.json()).toEqual(dry.json());
    expect(wet.json<Receipt>().rejected[1]).toEqual({
      index: 407,
      externalId: 'h407',
      error: 'The record cannot be stored.',
    });
    expect(await rows('traffic_hourly')).toHaveLength(997);
  });
});

describe('Access to ingestion', () => {
  it('needs an API key of scope ingest', async () => {
    const { person } = await sender(portal);
    const reader = await person.pipeline(['read']);
    const ask = (who: Pick<typeof person, 'post'>) => who.post('/api/ingest/records', [record('goal')]);

    const answers = await Promise.all([portal.visitor(), person, reader].map(ask));

    expect(answers.map(outcome)).toEqual(['401 UNAUTHENTICATED', '401 UNAUTHENTICATED', '403 FORBIDDEN']);
  });

  it('accepts a bare list or an object with dryRun over tRPC', async () => {
    const { post, rows } = await sender(portal);
    const records = [record('goal', {}, 'g'), record('goal', { status: 'lost' }, 'bad')];

    const bare = await post('/trpc/ingest.records', records);
    const dry = await post('/trpc/ingest.records', { records: [record('goal')], dryRun: true });
    const wrong = await post('/trpc/ingest.records', { records, dryRun: 1 });

    expect(bare.json().result.data).toMatchObject({ accepted: 1, rejected: [{ index: 1, externalId: 'bad' }] });
    expect(dry.json().result.data).toMatchObject({ ok: true, accepted: 1 });
    expect(outcome(wrong)).toBe('400 VALIDATION_ERROR');
    expect(await rows('goals')).toHaveLength(1);
  });
});
