import { describe, expect, it } from 'vitest';
import { ROW_KEYS } from '../../routers/imports/row-keys.ts';
import { RECORD_TYPES } from '../../routers/ingest/record-types.ts';
import { SAMPLES } from '../../web/pages/settings/import/samples.ts';
import { clientDb } from '../helpers/client-db.ts';
import { join } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile();

/** A new organization whose administrator imports files. */
async function importer() {
  const person = await portal.register();
  const db = clientDb(portal, person.orgId);
  return {
    person,
    send: (query: string, file: string | Buffer, type = 'text/csv') =>
      person.post(`/api/imports?${query}`, file, { 'content-type': type }),
    rows: async (table: string) => [...(await db.execute(`select * from ${table} order by external_id`))] as object[],
  };
}

const counts = (body: Record<string, number>) =>
  `${body.accepted} accepted, ${body.updated} updated, ${body.unchanged} unchanged, ${body.rejectedCount} rejected`;

const DAYS = 'date,clicks,impressions,position\n2026-02-14,3,120,4.5\n2026-02-15,5,140,4.25\n';

describe('POST /api/imports', () => {
  it.each(Object.entries(SAMPLES))(
    'takes in the sample file of %s, which has a column of each plain field',
    async (type, file) => {
      const { send } = await importer();
      const [header = ''] = file.split('\n');
      const { shape } = RECORD_TYPES.get(type)?.data ?? {};
      const isList = (name: string) => shape?.[name]?.safeParse([]).success;

      const answer = (await send(`type=${type}`, file)).json();

      expect(counts(answer), JSON.stringify(answer.rejected)).toMatch(
        /^[1-9]\d* accepted, 0 updated, 0 unchanged, 0 rejected$/,
      );
      const columns = header.split(',').filter((name) => name !== 'externalId');
      expect(columns.sort()).toEqual(
        Object.keys(shape ?? {})
          .filter((name) => !isList(name))
          .sort(),
      );
    },
  );

  it('stores the rows of a CSV file, and knows them again', async () => {
    const { send, rows } = await importer();

    const first = (await send('type=search_daily', DAYS)).json();
    const again = (await send('type=search_daily', DAYS.replace('5,140', '6,140'))).json();

    expect(first).toEqual({
      ok: true,
      delimiter: ',',
      recognized: null,
      headerLine: 1,
      columns: ['date', 'clicks', 'impressions', 'position'].map((field) => ({ column: field, field })),
      fields: ['date', 'query', 'page', 'clicks', 'impressions', 'position'],
      accepted: 2,
      updated: 0,
      unchanged: 0,
      kept: 0,
      rejectedCount: 0,
      rejected: [],
    });
    expect(counts(again)).toBe('0 accepted, 1 updated, 1 unchanged, 0 rejected');
    expect(await rows('search_daily')).toMatchObject([
      { external_id: 'import:2026-02-14||', clicks: 3, position: 4.5 },
      { external_id: 'import:2026-02-15||', clicks: 6, position: 4.25 },
    ]);
  });

  it.each([
    ['1.234', 1234, '1.234,5', 1234.5],
    ['12.345.678', 12_345_678, '4,5', 4.5],
    ['1234', 1234, '12.25', 12.25],
  ])('reads impressions %s as %d and position %s as %d where semicolons separate', async (count, is, position, at) => {
    const { send, rows } = await importer();

    const answer = await send(
      'type=search_daily',
      `date;clicks;impressions;position\n2026-02-14;3;${count};${position}\n`,
    );

    expect(counts(answer.json())).toBe('1 accepted, 0 updated, 0 unchanged, 0 rejected');
    expect(await rows('search_daily')).toMatchObject([{ impressions: is, position: at }]);
  });

  it('takes dots for decimal points where one of the file can be nothing else', async () => {
    const { send, rows } = await importer();

    await send('type=search_daily', 'date;clicks;impressions;position\n2026-02-14;3;9;4.125\n2026-02-15;3;9;4.5\n');

    expect(await rows('search_daily')).toMatchObject([{ position: 4.125 }, { position: 4.5 }]);
  });

  it('keeps reviews of one moment without id and author apart, and knows each again', async () => {
    const { send, rows } = await importer();
    const file = (responded: boolean) =>
      ['Good.', 'Bad.'].map((text) => `google,4,2026-02-14T10:00:00Z,${responded},${text}`).join('\n');
    const head = 'source,rating,publishedAt,responded,text\n';

    const first = await send('type=review', head + file(false));
    const again = await send('type=review', head + file(true));

    expect(counts(first.json())).toBe('2 accepted, 0 updated, 0 unchanged, 0 rejected');
    expect(counts(again.json())).toBe('0 accepted, 2 updated, 0 unchanged, 0 rejected');
    expect(await rows('reviews')).toHaveLength(2);
  });

  it('answers the same and stores nothing with dryRun', async () => {
    const { send, rows } = await importer();

    const answer = (await send('type=search_daily&dryRun=1', DAYS)).json();

    expect(counts(answer)).toBe('2 accepted, 0 updated, 0 unchanged, 0 rejected');
    expect(await rows('search_daily')).toEqual([]);
  });

  it.each([
    [';', 'Datum;Klicks;Impressionen;Position\r\n14.02.2026;3;120;4,5\r\n;;;\r\n'],
    ['\t', '\ufeffdate\tclicks\timpressions\tposition\n20260214\t3\t120\t4.5\n\n'],
    ['|', 'date|clicks|impressions|position\n2026-02-14|3|120|4.5'],
    [',', 'Search report\n"Made, by hand"\ndate,clicks,impressions,position\r2026-02-14,3,120,4.5\r,,,\r'],
  ])('reads cells separated by %j', async (delimiter, file) => {
    const { send, rows } = await importer();

    const answer = (await send('type=search_daily', file)).json();

    expect(answer).toMatchObject({ delimiter, accepted: 1, rejectedCount: 0 });
    expect(await rows('search_daily')).toMatchObject([{ date: '2026-02-14', clicks: 3, position: 4.5 }]);
  });

  it('reads NDJSON, as records and as plain objects', async () => {
    const { send } = await importer();
    const data = { date: '2026-02-14', clicks: 3, impressions: 120, position: 4.5 };
    const lines = [data, { type: 'search_daily', externalId: 'mine', data: { ...data, query: 'a' } }, 'not JSON'];
    const file = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');

    const answer = (await send('type=search_daily', file, 'application/x-ndjson')).json();

    expect(answer).toMatchObject({ delimiter: null, accepted: 2, rejected: [{ index: 2, line: 3 }] });
    expect(answer.columns).toContainEqual({ column: 'externalId', field: 'externalId' });
  });

  it('takes the fields of columns from the map, and the others by name', async () => {
    const { send, rows } = await importer();
    const map = encodeURIComponent(
      JSON.stringify({ Hits: 'clicks', position: null, Rank: 'position', No: 'externalId' }),
    );
    const file = 'No,date,Hits,impressions,position,Rank\n7,2026-02-14,3,120,99,4.5\n';

    const answer = (await send(`type=search_daily&map=${map}`, file)).json();

    expect(answer.columns.map(({ field }: { field: string }) => field)).toEqual([
      ...['externalId', 'date', 'clicks', 'impressions', null, 'position'],
    ]);
    expect(await rows('search_daily')).toMatchObject([{ external_id: '7', clicks: 3, position: 4.5 }]);
  });

  it('rejects rows alone, with line and reason, and lists a hundred of them', async () => {
    const { send } = await importer();
    const bad = '2026-02-14,many,120,4.5\n'.repeat(150);

    const answer = (await send('type=search_daily', `${DAYS}${bad}2026-02-16,1,2\n`)).json();

    expect(answer).toMatchObject({ accepted: 2, rejectedCount: 151 });
    expect(answer.rejected).toHaveLength(100);
    expect(answer.rejected[0]).toMatchObject({ index: 2, line: 4, error: expect.stringContaining('data.clicks') });
  });

  it('names the fields that no column holds', async () => {
    const { send } = await importer();

    const answer = (await send('type=website_daily', 'date,users\n2026-02-14,3\n')).json();

    expect(answer.rejected[0].error).toContain('No column holds source, sessions, pageviews');
  });

  it.each([
    ['an unknown type', 'type=unknown', DAYS, 400],
    ['a map that is no JSON', 'type=search_daily&map=x', DAYS, 400],
    ['a map to no field', 'type=search_daily&map={"clicks":"hits"}', DAYS, 400],
    ['a map of two columns to one field', 'type=search_daily&map={"a":"clicks","b":"clicks"}', DAYS, 400],
    ['an unclosed quote', 'type=search_daily', `${DAYS}"`, 400],
    ['bytes that are no text', 'type=search_daily', Buffer.from([0x64, 0xff, 0xfe, 0x41]), 400],
  ])('refuses %s', async (_, query, file, status) => {
    const { send } = await importer();

    expect((await send(query, file)).statusCode).toBe(status);
  });

  it.each(['utf16le', 'latin1'] as const)(
    'refuses text of %s without a byte order mark with a sentence',
    async (code) => {
      const { send, rows } = await importer();

      const answer = await send('type=search_daily', Buffer.from(`${DAYS}2026-02-16,3,120,4.5,Käse\n`, code));

      expect([answer.statusCode, answer.json().code]).toEqual([400, 'INVALID_JSON']);
      expect(answer.json().error).toMatch(/^The file is not UTF-8 text\./);
      expect(await rows('search_daily')).toEqual([]);
    },
  );

  it('is for administrators, takes no forms, and no more than 4 MiB', async () => {
    const { send, person } = await importer();
    const member = await join(portal.app, person);

    const asMember = await member.post('/api/imports?type=search_daily', DAYS, { 'content-type': 'text/csv' });
    const form = await send('type=search_daily', DAYS, 'multipart/form-data; boundary=x');
    const large = await send('type=search_daily', 'x'.repeat(4 * 1024 * 1024 + 1));

    expect([asMember, form, large].map(({ statusCode }) => statusCode)).toEqual([403, 415, 413]);
  });

  it('reads a file of thousands of rows on the body thread', async () => {
    const { send } = await importer();
    const day = (n: number) => new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10);
    const lines = Array.from({ length: 2200 }, (_, n) => `${day(n)},${n},${n * 40},"7.${n % 10}","${'x'.repeat(40)}"`);

    const answer = (
      await send('type=search_daily', `date,clicks,impressions,position,note\n${lines.join('\n')}`)
    ).json();

    expect(counts(answer)).toBe('2200 accepted, 0 updated, 0 unchanged, 0 rejected');
  });

  it('knows the key of the rows of each type', () => {
    expect(Object.keys(ROW_KEYS).sort()).toEqual([...RECORD_TYPES.keys()]);
    for (const [type, fields] of Object.entries(ROW_KEYS))
      expect(Object.keys(RECORD_TYPES.get(type)?.data.shape ?? {})).toEqual(expect.arrayContaining([...fields]));
  });
});
