import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listOf } from '../../routers/values/fields.ts';
import { counts, type Receipt, sender } from '../helpers/ingest.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { type RecordName, record } from '../helpers/records.ts';

const portal = portalForThisFile();

const ahead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

type Poison = [what: string, type: RecordName, data: Record<string, unknown>, path: string];

const POISON: Poison[] = [
  ['a number past double precision’s bounds of sense', 'goal', { target_value: 1e308 }, 'data.target_value'],
  ['a number in words', 'goal', { target_value: '5000' }, 'data.target_value'],
  ['NaN in words', 'goal', { current_value: 'NaN' }, 'data.current_value'],
  ['true for 1', 'goal', { current_value: true }, 'data.current_value'],
  ['a number that JSON writes as null', 'goal', { baseline_value: Number.POSITIVE_INFINITY }, 'data.baseline_value'],
  ['a status from nowhere', 'goal', { status: 'done' }, 'data.status'],
  ['a priority from nowhere', 'action_item', { priority: 'urgent' }, 'data.priority'],
  ['a source from nowhere', 'action_item', { source: 'review' }, 'data.source'],
  ['no title', 'goal', { title: '' }, 'data.title'],
  ['a title of 301 characters', 'goal', { title: 'x'.repeat(301) }, 'data.title'],
  ['a day that is none', 'goal', { deadline: '2026-02-30' }, 'data.deadline'],
  ['a day of the year 1', 'goal', { deadline: '0001-01-01' }, 'data.deadline'],
  ['a moment for a day', 'goal', { deadline: '2026-02-03T00:00:00Z' }, 'data.deadline'],
  ['a moment of the year 1', 'review', { publishedAt: '0001-01-01T00:00:00Z' }, 'data.publishedAt'],
  ['a moment without a zone', 'review', { publishedAt: '2026-01-01T00:00:00' }, 'data.publishedAt'],
  ['a moment three days ahead', 'review', { publishedAt: ahead(3) }, 'data.publishedAt'],
  ['a rating of 0', 'review', { rating: 0 }, 'data.rating'],
  ['a rating of 5.1', 'review', { rating: 5.1 }, 'data.rating'],
  ['"false" for false', 'review', { responded: 'false' }, 'data.responded'],
  ['a count below 0', 'website_daily', { users: -1 }, 'data.users'],
  ['half a visitor', 'website_daily', { users: 0.5 }, 'data.users'],
  ['more than an integer of the database holds', 'website_daily', { sessions: 2 ** 31 }, 'data.sessions'],
  ['a percentage over 100', 'website_daily', { bounceRate: 100.1 }, 'data.bounceRate'],
  ['a day of measuring three days ahead', 'website_daily', { date: ahead(3).slice(0, 10) }, 'data.date'],
  ['a list that is none', 'website_daily', { topPages: { path: '/' } }, 'data.topPages'],
  ['101 top pages', 'website_daily', { topPages: Array(101).fill({ path: '/', pageviews: 1 }) }, 'data.topPages'],
  ['a bad top page', 'website_daily', { topPages: [{ path: '/', pageviews: '1' }] }, 'data.topPages.0.pageviews'],
  ['half an hour', 'traffic_hourly', { at: '2026-01-01T10:30:00Z' }, 'data.at'],
  ['a second past the hour', 'traffic_hourly', { at: '2026-01-01T10:00:01Z' }, 'data.at'],
  ['money below 0', 'investment', { amount: -1 }, 'data.amount'],
  ['more money than there is', 'investment', { estimatedReturn: 1e12 }, 'data.estimatedReturn'],
  ['an address that runs', 'social_profile', { url: 'javascript:alert(1)' }, 'data.url'],
  ['an address of a file', 'social_profile', { url: 'file:///etc/passwd' }, 'data.url'],
  ['an id that is none', 'page_performance', { pageId: 'home' }, 'data.pageId'],
  ['a page that does not exist', 'page_performance', { pageId: randomUUID() }, 'data.pageId'],
];

describe('An invalid value', () => {
  it.each(POISON)('%s rejects its record alone, with the path', async (_what, type, data, path) => {
    const { send } = await sender(portal);

    const response = await send([record(type, {}, 'good'), record(type, data, 'bad'), record(type, {}, 'also good')]);

    expect(counts(response)).toBe('2 accepted, 0 updated, 0 unchanged, 1 rejected');
    expect(response.json<Receipt>().rejected).toMatchObject([
      { index: 1, externalId: 'bad', error: expect.stringContaining(`${path}: `) },
    ]);
  });

  it.each([
    ['NUL', '\\u0000'],
    ['a high surrogate alone', '\\ud800'],
    ['a low surrogate alone', '\\udfff'],
  ])('%s refuses its record alone, wherever in it', async (_what, text) => {
    const { send } = await sender(portal);
    const bad = [
      record('goal', { title: 'HERE' }, 'title'),
      record('goal', { HERE: 1 }, 'unknown key'),
      record('goal', { more: [{ deep: ['HERE'] }] }, 'deep'),
      record('goal', {}, 'HERE'),
      { ...record('goal'), type: 'HERE' },
    ];
    const batch = JSON.stringify([record('goal'), ...bad]).replaceAll('HERE', text);

    const response = await send(batch);

    expect(counts(response)).toBe('1 accepted, 0 updated, 0 unchanged, 5 rejected');
    expect(
      response
        .json<Receipt>()
        .rejected.map(({ externalId }) => externalId)
        .slice(0, 4),
    ).toEqual(['title', 'unknown key', 'deep', null]);
  });

  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'])(
    '%s is no type, and as a key nothing',
    async (name) => {
      const { send, rows } = await sender(portal);
      const typed = `{"type":"${name}","externalId":"typed","data":{}}`;
      const keyed = JSON.stringify(record('goal', {}, 'keyed')).replace(
        '{"title"',
        `{"${name}":{"title":"no"},"title"`,
      );
      const outer = JSON.stringify(record('goal', {}, 'outer')).replace('{', `{"${name}":{"type":"review"},`);

      const response = await send(`[${typed},${keyed},${outer}]`);

      expect(counts(response)).toBe('2 accepted, 0 updated, 0 unchanged, 1 rejected');
      expect((await rows('goals')).map(({ title }) => title)).toEqual(['More visitors', 'More visitors']);
    },
  );

  it('in every row rejects the full batch, and the next batch is accepted', async () => {
    const { send } = await sender(portal);
    const bad = Array.from({ length: 1000 }, (_, n) => record('goal', { title: n, status: n, unit: n, priority: n }));

    const [refused, taken] = [await send(bad), await send([record('goal')])];

    expect(counts(refused)).toBe('0 accepted, 0 updated, 0 unchanged, 1000 rejected');
    expect(counts(taken)).toBe('1 accepted, 0 updated, 0 unchanged, 0 rejected');
  });
});

describe('An unusual valid value', () => {
  it.each<[string, RecordName, Record<string, unknown>]>([
    ['minus zero', 'goal', { current_value: -0 }],
    ['the smallest number above 0', 'goal', { current_value: 5e-324 }],
    ['the bounds', 'goal', { current_value: 1e15, baseline_value: -1e15, target_value: 0.1 + 0.2 }],
    ['a target below the baseline', 'goal', { baseline_value: 60, target_value: 40 }],
    ['a leap day', 'goal', { deadline: '2028-02-29' }],
    ['tomorrow, where it is tomorrow already', 'website_daily', { date: ahead(1).slice(0, 10) }],
    ['a moment with microseconds', 'review', { publishedAt: '2026-01-01T00:00:00.123456+05:45' }],
    ['an offset that PostgreSQL does not know', 'review', { publishedAt: '2026-01-01T00:00:00+23:59' }],
    ['an hour where clocks are half an hour off', 'traffic_hourly', { at: '2026-01-01T10:00:00+05:30' }],
    ['a fraction of a cent', 'investment', { amount: 0.33333333 }],
    ['a third of a conversion', 'website_daily', { conversions: 1 / 3 }],
    [
      'emoji, quotes and braces',
      'review',
      { text: '👩🏽‍⚕️ "{}" \\ \' $1 %s \u2028 <script>', authorName: "'; drop table reviews" },
    ],
    ['an id in capitals', 'page_performance', { pageId: '0197A3C2-7A55-7C3E-8A11-3F5D2C9BE001' }],
  ])('%s is taken, and is the same when it comes again', async (_what, type, data) => {
    const { send } = await sender(portal);
    const name = 'a "name" \\ with {odd} things, 👍';

    const answers = [await send([record(type, data, name)]), await send([record(type, data, name)])];

    expect(answers.map(counts)).toEqual([
      '1 accepted, 0 updated, 0 unchanged, 0 rejected',
      '0 accepted, 0 updated, 1 unchanged, 0 rejected',
    ]);
  });

  it('stores money exactly', async () => {
    const { send, rows } = await sender(portal);
    const cents = [0.1, 0.2, 99_999_999_999.99];

    await send(cents.map((amount, n) => record('investment', { amount }, `${n}`)));

    expect((await rows('investments')).map(({ amount }) => amount)).toEqual(['0.1000', '0.2000', '99999999999.9900']);
  });
});

describe('Four megabytes of invalid items in one list', () => {
  it.each([
    [
      'a record',
      '/api/ingest/records',
      (list: string) => `[{"type":"website_daily","externalId":"a","data":{"topPages":${list}}}]`,
    ],
    ['a scan', '/api/ingest/scans', (list: string) => `{"externalId":"a","listings":${list}}`],
  ])('is refused for %s with no more issues than are told', async (_what, url, bodyOf) => {
    const { post } = await sender(portal);

    const response = await post(url, bodyOf(`[${'1,'.repeat(2_000_000)}1]`), { 'content-type': 'application/json' });

    expect(response.body.length).toBeLessThan(10_000);
  });

  it('creates an issue for each item within the limit, and one for the list', () => {
    const list = listOf(z.object({}), 100);

    const { error } = list.safeParse(Array(2_000_000).fill(1));

    expect(error?.issues.length).toBeLessThanOrEqual(102);
  });
});
