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
  it('sends the scans of its files, says what was refused and why, and gives a receipt', async () => {
    const { person, ingest } = await organization();
    const [one, two] = [scan(), scan({ completedAt: '2026-03-01T00:00:00Z' })];
    const list = await file('list.json', JSON.stringify([one, { ...two, overall: {} }]));
    const written = await file('lines.ndjson', `${lines([one, two])}\n`);
    const pretty = await file('pretty.json', JSON.stringify(two, null, 2));

    const { code, out, err } = await ingest(list, written, pretty);

    expect(out).toBe('2 added, 2 replaced, 1 refused.\n');
    expect(err).toContain('list.json, scan 2: overall.rawScore');
    expect(code).toBe(1);
    expect((await person.get('/api/visibility/score-history')).json().data).toHaveLength(2);
  });

  it('sends records in batches, names each bad line, and takes in everything else', async () => {
    const { rows, ingest } = await organization();
    const goals = Array.from({ length: 2500 }, (_, n) => record('goal', {}, `g${n}`));
    const bad = { ...record('goal'), data: { ...record('goal').data, status: 'lost' } };
    const text = [lines(goals), '', '{"type":', lines([bad, scan(), goals[0]])].join('\r\n');

    const { code, out, err } = await ingest(await file('mixed.ndjson', `\ufeff${text}`));

    expect(out.split('\n')).toEqual([
      '1 added, 0 replaced, 0 refused.',
      'Records: 2500 accepted, 0 updated, 1 unchanged, 1 rejected.',
      '1 could not be read.',
      '',
    ]);
    expect(err).toContain('mixed.ndjson, line 2502: is not valid JSON\n');
    expect(err).toContain('mixed.ndjson, line 2503: data.status: ');
    expect(code).toBe(1);
    expect(await rows('goals')).toHaveLength(2500);
  });

  it('finds what a whole batch is refused for', async () => {
    const { rows, ingest } = await organization();
    const deep = `{"type":"goal","externalId":"deep","data":${'['.repeat(40)}${']'.repeat(40)}}`;

    const { out, err } = await ingest(
      await file('deep.ndjson', [lines([record('goal')]), deep, lines([record('goal')])].join('\n')),
    );

    expect(out).toBe('Records: 2 accepted, 0 updated, 0 unchanged, 1 rejected.\n');
    expect(err).toBe('deep.ndjson, line 2: The body is nested deeper than 32 levels.\n');
    expect(await rows('goals')).toHaveLength(2);
  });

  it('rehearses with --dry-run, and ends well where nothing was refused', async () => {
    const { rows, ingest } = await organization();
    const path = await file('goals.ndjson', lines([record('goal'), record('goal')]));

    const dry = await ingest('--dry-run', path);
    const wet = await ingest(path);

    expect(dry).toEqual({
      code: 0,
      out: 'Records: 2 accepted, 0 updated, 0 unchanged, 0 rejected.\nA dry run: nothing was stored.\n',
      err: '',
    });
    expect(wet).toEqual({ code: 0, out: 'Records: 2 accepted, 0 updated, 0 unchanged, 0 rejected.\n', err: '' });
    expect(await rows('goals')).toHaveLength(2);
  });

  it.each([
    ['without a key', undefined, ['nothing.json'], /^Usage: /],
    ['without a file', 'pk_x', [], /^Usage: /],
    ['with an option that it does not have', 'pk_x', ['--force', 'x.json'], /^Usage: /],
    ['with a file that is not there', 'pk_x', ['no-such-file.json'], /no-such-file\.json: there is no such file\./],
    ['with a folder', 'pk_x', ['test'], /test: there is no such file\./],
    ['with CSV of no type', 'pk_x', ['days.csv'], /days\.csv: say with --type what its rows are\./],
  ])('%s says how it is used, and sends nothing', async (_how, key, args, said) => {
    const { code, out, err } = await run(key, args);

    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(said);
  });

  it('stops where the key is not good, and says so', async () => {
    const { code, out, err } = await run('pk_nobody', [await file('goals.ndjson', lines([record('goal')]))]);

    expect([code, out]).toEqual([1, 'Records: 0 accepted, 0 updated, 0 unchanged, 0 rejected.\n']);
    expect(err).toContain('answered 401: Send an API key with the scope "ingest".');
  });
});

describe('npm run ingest with CSV', () => {
  const HEADER =
    'externalId,date,source,users,sessions,pageviews,bounceRate,avgSessionSeconds,conversions,topPages,note';

  it('reads cells as the type has them, lists as JSON, and empty ones as nothing', async () => {
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

  it('reads flags, and text that looks like a number as text', async () => {
    const { rows, ingest } = await organization();
    const text =
      'externalId,source,rating,text,publishedAt,responded\n1,007,4.5,12,2026-01-01T00:00:00Z,TRUE\n2,007,5,,2026-01-01T00:00:00Z,0\n';

    await ingest('--type', 'review', await file('reviews.csv', text));

    expect(await rows('reviews')).toMatchObject([
      { external_id: '1', source: '007', rating: 4.5, text: '12', responded: true },
      { external_id: '2', text: null, responded: false },
    ]);
  });

  it('names the line and the field of what it cannot take, and takes the rest', async () => {
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

    expect(out).toBe('Records: 2 accepted, 0 updated, 0 unchanged, 1 rejected.\n1 could not be read.\n');
    expect(err.split('\n').sort()).toEqual([
      '',
      'hours.csv, line 3: data.sessions: Invalid input: expected number, received string',
      'hours.csv, line 4: has 2 cells where the header has 3',
    ]);
    expect(code).toBe(1);
  });

  it.each([
    ['lacks a column', 'externalId,at\na,b\n', 'line 1: lacks the column sessions'],
    ['has one twice', 'externalId,at,sessions,at\na,b,1,c\n', 'line 1: has the column at twice'],
    [
      'is not UTF-8',
      Buffer.from('externalId,at,sessions\n\xe4,2026-01-01T10:00:00Z,1\n', 'latin1'),
      'is not UTF-8 text; please save it as "CSV UTF-8"',
    ],
    [
      'ends in a quote',
      'externalId,at,sessions\na,2026-01-01T10:00:00Z,1\n"b,2026-01-01T10:00:00Z,1\n',
      'Quote Not Closed',
    ],
  ])('says that a file %s, and reads no further', async (_what, text, said) => {
    const { ingest } = await organization();

    const { code, err } = await ingest('--type', 'traffic_hourly', await file('hours.csv', text));

    expect(err).toContain(said);
    expect(code).toBe(1);
  });

  it('knows no type that the portal does not know', async () => {
    const { ingest } = await organization();

    const { code, err } = await ingest('--type', 'weather', await file('weather.csv', 'externalId\na\n'));

    expect(code).toBe(2);
    expect(err).toMatch(/^Unknown type "weather"; use one of action_item, .*website_daily\.\n$/);
  });
});
