import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { folderForThisTest } from '../helpers/folder.ts';
import { sender } from '../helpers/ingest.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { scan } from '../helpers/scans.ts';

const portal = portalForThisFile();

let url: string;
beforeAll(async () => {
  url = await portal.listen();
});

async function file(name: string, text: string | Buffer) {
  const path = join(await folderForThisTest(), `${randomUUID()}-${name}`);
  await writeFile(path, text);
  return path;
}

const run = (key: string | undefined, args: string[], at = url) =>
  new Promise<{ code: number; out: string; err: string }>((done) => {
    const env = { PATH: process.env.PATH, PORTAL_URL: at, ...(key && { PORTAL_API_KEY: key }) };
    execFile(process.execPath, ['server/cli/ingest.ts', ...args], { env }, (error, out, err) =>
      done({ code: Number(error?.code ?? 0), out, err: err.replaceAll(/\S*\/[0-9a-f-]{36}-/g, '') }),
    );
  });

/** A new organization, and the command with its key. */
async function organization() {
  const { person, rows } = await sender(portal);
  const { key } = await person.pipeline();
  return { person, rows, ingest: (...args: string[]) => run(key, args) };
}

const lines = (values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');

describe('npm run ingest', () => {
  it('sends scans, reports each rejection with its reason, and prints a receipt', async () => {
    const { person, ingest } = await organization();
    const [one, two] = [scan(), scan({ completedAt: '2026-03-01T00:00:00Z' })];
    const list = await file('list.json', JSON.stringify([one, { ...two, overall: {} }]));
    const written = await file('lines.ndjson', `${lines([one, two])}\n`);
    const pretty = await file('pretty.json', JSON.stringify(two, null, 2));

    const { code, out, err } = await ingest(list, written, pretty);

    expect(out).toBe('Scans: 2 added, 2 replaced, 1 rejected.\n');
    expect(err).toContain('list.json, scan 2: overall.rawScore');
    expect(code).toBe(1);
    expect((await person.get('/api/visibility/score-history')).json().data).toHaveLength(2);
  });

  it('sends records in batches, reports invalid lines and stores the others', async () => {
    const { rows, ingest } = await organization();
    const goals = Array.from({ length: 2500 }, (_, n) => record('goal', {}, `g${n}`));
    const bad = { ...record('goal'), data: { ...record('goal').data, status: 'lost' } };
    const text = [lines(goals), '', '{"type":', lines([bad, scan(), goals[0]])].join('\r\n');

    const { code, out, err } = await ingest(await file('mixed.ndjson', `\ufeff${text}`));

    expect(out.split('\n')).toEqual([
      'Scans: 1 added, 0 replaced, 0 rejected.',
      'Records: 2500 accepted, 0 updated, 1 unchanged, 1 rejected.',
      'Unreadable: 1.',
      '',
    ]);
    expect(err).toContain('mixed.ndjson, line 2502: is not valid JSON\n');
    expect(err).toContain('mixed.ndjson, line 2503: data.status: ');
    expect(code).toBe(1);
    expect(await rows('goals')).toHaveLength(2500);
  });

  it('finds the record for which a whole batch is refused', async () => {
    const { rows, ingest } = await organization();
    const deep = `{"type":"goal","externalId":"deep","data":${'['.repeat(40)}${']'.repeat(40)}}`;

    const { out, err } = await ingest(
      await file('deep.ndjson', [lines([record('goal')]), deep, lines([record('goal')])].join('\n')),
    );

    expect(out).toBe('Records: 2 accepted, 0 updated, 0 unchanged, 1 rejected.\n');
    expect(err).toBe('deep.ndjson, line 2: The body is nested deeper than 32 levels.\n');
    expect(await rows('goals')).toHaveLength(2);
  });

  it('stores nothing with --dry-run, and exits with 0 without rejections', async () => {
    const { rows, ingest } = await organization();
    const path = await file('goals.ndjson', lines([record('goal'), record('goal')]));

    const dry = await ingest('--dry-run', path);
    const wet = await ingest(path);

    expect(dry).toEqual({
      code: 0,
      out: 'Records: 2 accepted, 0 updated, 0 unchanged, 0 rejected.\nDry run: nothing was stored.\n',
      err: '',
    });
    expect(wet).toEqual({ code: 0, out: 'Records: 2 accepted, 0 updated, 0 unchanged, 0 rejected.\n', err: '' });
    expect(await rows('goals')).toHaveLength(2);
  });

  it.each([
    ['without an API key', undefined, ['nothing.json'], /^Usage: /],
    ['without a file', 'pk_x', [], /^Usage: /],
    ['with an unknown option', 'pk_x', ['--force', 'x.json'], /^Usage: /],
    ['with a missing file', 'pk_x', ['no-such-file.json'], /no-such-file\.json: file not found\./],
    ['with a folder', 'pk_x', ['test'], /test: file not found\./],
    ['with CSV and no --type', 'pk_x', ['days.csv'], /days\.csv: use --type to name the record type of its rows\./],
  ])('prints its usage or the problem %s, and sends nothing', async (_how, key, args, said) => {
    const { code, out, err } = await run(key, args);

    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(said);
  });

  it('stops at an invalid API key', async () => {
    const { code, out, err } = await run('pk_nobody', [await file('goals.ndjson', lines([record('goal')]))]);

    expect([code, out]).toEqual([1, 'Records: 0 accepted, 0 updated, 0 unchanged, 0 rejected.\n']);
    expect(err).toContain('answered 401: Send an API key with the scope "ingest".');
  });
});

describe('npm run ingest with CSV', () => {
  const HEADER =
    'externalId,date,source,users,sessions,pageviews,bounceRate,avgSessionSeconds,conversions,topPages,note';

  it('converts cells by column type, with lists as JSON and empty cells as missing values', async () => {
    const { rows, ingest } = await organization();
    const days = [
      HEADER,
      'd1,2026-02-14,ga4,120,160,410,41.7,93.2,3.5,"[{""path"":""/a,b"",""pageviews"":2}]",ignored',
      '"d ""2""\nnext line",2026-02-15,"GA4, all",1,2,3,0,.5,1e1,,',
    ].join('\r\n');

    const { code, out, err } = await ingest('--type', 'website_daily', await file('days.csv', `\ufeff${days}`));

    expect([code, out, err]).toEqual([0, 'Records: 2 accepted, 0 updated, 0 unchanged, 0 rejected.\n', '']);
    expect(await rows('website_daily')).toMatchObject([
      {
        external_id: 'd "2"\nnext line',
        source: 'GA4, all',
        avg_session_seconds: 0.5,
        conversions: '10.00',
        top_pages: null,
      },
      { external_id: 'd1', users: 120, bounce_rate: 41.7, top_pages: '[{"path": "/a,b", "pageviews": 2}]' },
    ]);
  });

  it('converts booleans, and keeps numeric text in text columns', async () => {
    const { rows, ingest } = await organization();
    const text =
      'externalId,source,rating,text,publishedAt,responded\n1,007,4.5,12,2026-01-01T00:00:00Z,TRUE\n2,007,5,,2026-01-01T00:00:00Z,0\n';

    await ingest('--type', 'review', await file('reviews.csv', text));

    expect(await rows('reviews')).toMatchObject([
      { external_id: '1', source: '007', rating: 4.5, text: '12', responded: true },
      { external_id: '2', text: null, responded: false },
    ]);
  });

  it('reports invalid rows with line and field, and stores the others', async () => {
    const { ingest } = await organization();
    const rowsOf = (cells: string[]) => ['externalId,at,sessions', ...cells].join('\n');
    const path = await file(
      'hours.csv',
      rowsOf([
        'a,2026-01-01T10:00:00Z,5',
        'b,2026-01-01T10:00:00Z,five',
        'c,2026-01-01T10:00:00Z',
        '',
        'd,2026-01-01T10:00:00Z,1',
      ]),
    );

    const { code, out, err } = await ingest('--type', 'traffic_hourly', path);

    expect(out).toBe('Records: 2 accepted, 0 updated, 0 unchanged, 1 rejected.\nUnreadable: 1.\n');
    expect(err.split('\n').sort()).toEqual([
      '',
      'hours.csv, line 3: data.sessions: Invalid input: expected number, received string',
      'hours.csv, line 4: has 2 cells where the header has 3',
    ]);
    expect(code).toBe(1);
  });

  it.each([
    ['with a missing column', 'externalId,at\na,b\n', 'line 1: missing column sessions'],
    ['with a duplicate column', 'externalId,at,sessions,at\na,b,1,c\n', 'line 1: duplicate column at'],
    [
      'in another encoding',
      Buffer.from('externalId,at,sessions\n\xe4,2026-01-01T10:00:00Z,1\n', 'latin1'),
      'is not UTF-8 text; please save it as "CSV UTF-8"',
    ],
    [
      'with an unclosed quote',
      'externalId,at,sessions\na,2026-01-01T10:00:00Z,1\n"b,2026-01-01T10:00:00Z,1\n',
      'Quote Not Closed',
    ],
  ])('stops reading a file %s', async (_what, text, said) => {
    const { ingest } = await organization();

    const { code, err } = await ingest('--type', 'traffic_hourly', await file('hours.csv', text));

    expect(err).toContain(said);
    expect(code).toBe(1);
  });

  it('refuses an unknown record type', async () => {
    const { ingest } = await organization();

    const { code, err } = await ingest('--type', 'weather', await file('weather.csv', 'externalId\na\n'));

    expect(code).toBe(2);
    expect(err).toMatch(/^Unknown type "weather"; use one of action_item, .*website_daily\.\n$/);
  });
});
