import { expect, it } from 'vitest';
import { clientDb } from '../helpers/client-db.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile();

const AT = '/api/imports?type=search_daily';
const MIB = 1024 * 1024;
const DAY = { date: '2026-02-14', clicks: 3, impressions: 120, position: 4.5 };
const CSV = 'date,clicks,impressions,position';
const ROW = '2026-02-14,3,120,4.5';

const nested = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;

/** A row with a field of so many levels, which are counted from the body: it is a record in a list. */
const deep = (levels: number) => JSON.stringify({ ...DAY, note: 0 }).replace('"note":0', `"note":${nested(levels)}`);

async function importer() {
  const person = await portal.register();
  const db = clientDb(portal, person.orgId);
  return {
    send: (file: string, type = 'text/csv', at = AT) => person.post(at, file, { 'content-type': type }),
    sendJson: (file: string) => person.post(AT, { file }),
    rows: async (table = 'search_daily') => [...(await db.execute(`select * from ${table}`))],
  };
}

it('stores nothing of a file whose columns have names that no answer could repeat', async () => {
  const { send, rows } = await importer();
  const named = (letters: number) => `${CSV},${'x'.repeat(letters)}\n${ROW},1\n`;

  const large = await send(named(4 * MIB - 100));
  const over = await send(named(201));
  const json = await send(JSON.stringify({ ...DAY, ['x'.repeat(201)]: 1 }), 'application/x-ndjson');

  expect([large, over, json].map(({ statusCode }) => statusCode)).toEqual([400, 400, 400]);
  for (const answer of [large, over, json])
    expect(answer.json().error).toBe('A column of the file has a name of more than 200 characters.');
  expect(await rows()).toEqual([]);

  const longest = await send(named(200));
  expect(longest.json()).toMatchObject({
    accepted: 1,
    columns: expect.arrayContaining([{ column: 'x'.repeat(200), field: null }]),
  });
});

it('stores nothing of JSON with more columns than a file may have', async () => {
  const { send, rows } = await importer();
  const line = (fields: number) =>
    JSON.stringify({ ...DAY, ...Object.fromEntries(Array.from({ length: fields }, (_, n) => [`field ${n}`, n])) });

  const over = await send(line(497), 'application/x-ndjson');
  const many = await send(line(150_000), 'application/x-ndjson');

  for (const answer of [over, many]) {
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error).toBe('The file has more than 500 columns.');
  }
  expect(await rows()).toEqual([]);
  expect((await send(line(496), 'application/x-ndjson')).json()).toMatchObject({ accepted: 1 });
});

it.each([28, 5_000, 100_000, 1_000_000])('rejects a line with a field of %i levels alone', async (levels) => {
  const { send, sendJson, rows } = await importer();
  const file = `${JSON.stringify(DAY)}\n${deep(levels)}\n`;
  const isTaken = levels < 30;

  const answers = [await send(file, 'application/x-ndjson'), await sendJson(file)];

  for (const answer of answers) {
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      rejectedCount: isTaken ? 0 : 1,
      rejected: isTaken ? [] : [{ index: 1, line: 2, error: 'The row is nested deeper than 32 levels.' }],
    });
  }
  expect(await rows()).toHaveLength(1);
});

it('rejects a row of a list that is nested too deeply alone', async () => {
  const { send } = await importer();

  const answer = await send(`[${JSON.stringify(DAY)},${deep(5_000)}]`, 'application/x-ndjson');

  expect(answer.json()).toMatchObject({ accepted: 1, rejected: [{ index: 1, line: 2 }] });
});

it('rejects a row of CSV with a cell of JSON that is past the bounds alone', async () => {
  const { send, rows } = await importer();
  const header = 'date,source,users,sessions,pageviews,bounceRate,avgSessionSeconds,conversions,topPages';
  const row = '2026-02-14,ga4,1,1,1,1,1,1';
  const pages = JSON.stringify([{ path: '/', views: 1, ['x'.repeat(MIB)]: 1 }]).replaceAll('"', '""');

  const answer = await send(
    `${header}\n${row},\n${row},"${nested(5_000)}"\n${row},"${pages}"\n`,
    'text/csv',
    '/api/imports?type=website_daily',
  );

  const { rejected, accepted, unchanged, updated } = answer.json();
  expect([answer.statusCode, accepted, rejected[0]?.line]).toEqual([200, 1, 3]);
  expect(accepted + unchanged + updated + rejected.length).toBe(3);
  expect(answer.body.length).toBeLessThan(10_000);
  expect(await rows('website_daily')).toHaveLength(1);
});

it('does not repeat a cell that is as long as the file', async () => {
  const { send } = await importer();

  const answer = await send(`${CSV}\n${'x'.repeat(MIB)}"y",3,120,4.5\n`);

  expect(answer.statusCode).toBe(400);
  expect(answer.body.length).toBeLessThan(1_000);
});
