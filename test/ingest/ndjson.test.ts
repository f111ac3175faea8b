import { describe, expect, it } from 'vitest';
import { counts, type Receipt, sender } from '../helpers/ingest.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { scan } from '../helpers/scans.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const RECORDS = '/api/ingest/records';
const ND = { 'content-type': 'application/x-ndjson' };
const line = (name: string, data = {}) => JSON.stringify(record('goal', data, name));

describe('NDJSON batches', () => {
  it.each([
    ['with a newline at the end', `${line('a')}\n${line('b')}\n`],
    ['without one', `${line('a')}\n${line('b')}`],
    ['with lines as Windows ends them', `${line('a')}\r\n${line('b')}\r\n`],
    ['with blank lines', `\n\n${line('a')}\n \t \r\n\n${line('b')}\n\n`],
    ['after a byte order mark', `\ufeff${line('a')}\n${line('b')}`],
    ['with space around them', `  ${line('a')}\n\t${line('b')}  `],
  ])('are read %s', async (_how, text) => {
    const { sendLines, rows } = await sender(portal);

    const response = await sendLines(text);

    expect(counts(response)).toBe('2 accepted, 0 updated, 0 unchanged, 0 rejected');
    expect((await rows('goals')).map(({ external_id: name }) => name)).toEqual(['a', 'b']);
  });

  it.each([
    ['a list', '/api/ingest/records', 'application/json', JSON.stringify([record('goal', { title: 'Grün' })])],
    ['a line', '/api/ingest/records', 'application/x-ndjson', line('a', { title: 'Grün' })],
    ['lines', '/api/ingest/records', 'application/x-ndjson', `${line('a')}\n${line('b', { title: 'Grün' })}\n`],
    ['a scan', '/api/ingest/scans', 'application/json', JSON.stringify({ ...scan(), externalId: 'Grün' })],
  ])('are refused whole in another encoding than UTF-8, as is %s', async (_what, url, type, text) => {
    const { post, rows } = await sender(portal);

    const response = await post(url, Buffer.from(text, 'latin1'), { 'content-type': type });

    expect(outcome(response)).toBe('400 INVALID_JSON');
    expect(await rows('goals')).toEqual([]);
  });

  it('reject invalid lines by their position', async () => {
    const { sendLines, rows } = await sender(portal);
    const bad = [
      '{"type":"goal"',
      `${line('two')}${line('on a line')}`,
      '[]',
      'NaN',
      `{'type':'goal'}`,
      line('late', { unit: 1 }),
    ];

    const response = await sendLines([line('a'), '', ...bad, '', line('b')].join('\n'));

    const { accepted, rejected } = response.json<Receipt>();
    expect(accepted).toBe(2);
    expect(rejected.map(({ index, externalId }) => [index, externalId])).toEqual([
      [1, null],
      [2, null],
      [3, null],
      [4, null],
      [5, null],
      [6, 'late'],
    ]);
    expect(rejected.slice(0, 2).map(({ error }) => error)).toEqual(Array(2).fill('The line is not valid JSON.'));
    expect(await rows('goals')).toHaveLength(2);
  });

  it('may have 1,000 records, and may be empty', async () => {
    const { sendLines, rows } = await sender(portal);
    const lines = (count: number) => Array.from({ length: count }, (_, n) => line(`g${n}`)).join('\n');

    const answers = [
      await sendLines(''),
      await sendLines('\n\n'),
      await sendLines(lines(1001)),
      await sendLines(lines(1000)),
    ];

    expect(answers.map(outcome)).toEqual(['200', '200', '400 VALIDATION_ERROR', '200']);
    expect(await rows('goals')).toHaveLength(1000);
  });

  it('may have blank lines, but not ten thousand of them', async () => {
    const { sendLines } = await sender(portal);

    const answers = [
      await sendLines(`${'\n'.repeat(10_000)}${line('a')}`),
      await sendLines(`${' \r\n'.repeat(10_001)}${line('b')}`),
      await sendLines('\n'.repeat(4_000_000)),
    ];

    expect(answers.map(outcome)).toEqual(['200', '400 INVALID_JSON', '400 INVALID_JSON']);
    expect(answers[2]?.json().error).toBe('The body holds more than 10,000 blank lines.');
  });

  it('reject a line with a quote or brackets too many alone', async () => {
    const { sendLines } = await sender(portal);
    const brackets = ['[', '{'].map((bracket) => bracket.repeat(30));

    const response = await sendLines([line('a'), '"', ...brackets, ...brackets, line('b')].join('\n'));

    expect(counts(response)).toBe('2 accepted, 0 updated, 0 unchanged, 5 rejected');
  });

  it('support dry runs', async () => {
    const { sendLines, rows } = await sender(portal);

    const response = await sendLines(`${line('a')}\n{`, '?dryRun=1');

    expect(counts(response)).toBe('1 accepted, 0 updated, 0 unchanged, 1 rejected');
    expect(await rows('goals')).toEqual([]);
  });

  it('are refused as a whole when compressed, not UTF-8, too large or nested too deeply', async () => {
    const { post, sendLines, rows } = await sender(portal);
    const good = Buffer.from(line('a'));
    const deep = `{"type":"goal","externalId":"deep","data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;

    const answers = [
      await post(RECORDS, Buffer.concat([good, Buffer.from([0x0a, 0xff, 0xfe])]), ND),
      await post(RECORDS, good, { ...ND, 'content-encoding': 'gzip' }),
      await sendLines(`${line('a')}\n${' '.repeat(4 * 1024 * 1024)}`),
      await sendLines(`${line('a')}\n${deep}`),
    ];

    expect(answers.map(outcome)).toEqual([
      '400 INVALID_JSON',
      '415 UNSUPPORTED_MEDIA_TYPE',
      '413 PAYLOAD_TOO_LARGE',
      '400 INVALID_JSON',
    ]);
    expect(await rows('goals')).toEqual([]);
  });
});

describe('The media type of NDJSON', () => {
  it.each([
    ['application/x-ndjson; charset=utf-8', '200'],
    ['Application/X-NDJSON', '200'],
    ['application/x-ndjson; charset=latin1', '415 UNSUPPORTED_MEDIA_TYPE'],
    ['application/x-ndjson-not', '415 UNSUPPORTED_MEDIA_TYPE'],
    ['text/plain', '415 UNSUPPORTED_MEDIA_TYPE'],
    ['text/csv', '415 UNSUPPORTED_MEDIA_TYPE'],
  ])('%s is answered with %s', async (type, expected) => {
    const { post } = await sender(portal);

    const response = await post(RECORDS, line('a'), { 'content-type': type });

    expect(outcome(response)).toBe(expected);
  });

  it('is accepted for records only', async () => {
    const { post, person } = await sender(portal);
    const lines = JSON.stringify(scan());

    const answers = [
      await post('/api/ingest/scans', lines, ND),
      await post('/trpc/ingest.records', line('a'), ND),
      await person.put('/api/auth/account/profile', '{"name":"A"}', ND),
    ];

    expect(answers.map(outcome)).toEqual(Array(3).fill('415 UNSUPPORTED_MEDIA_TYPE'));
  });
});

describe('JSON batches', () => {
  it.each([
    ['an object', '{"records":[]}', '400 VALIDATION_ERROR'],
    ['one record', line('a'), '400 VALIDATION_ERROR'],
    ['a text', '"goal"', '400 VALIDATION_ERROR'],
    ['null', 'null', '400 VALIDATION_ERROR'],
    ['nothing', '', '400 VALIDATION_ERROR'],
    ['lines', `${line('a')}\n${line('b')}`, '400 INVALID_JSON'],
    ['a list that does not end', `[${line('a')}`, '400 INVALID_JSON'],
    ['lists in lists in lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, '400 INVALID_JSON'],
  ])('is not %s', async (_what, body, expected) => {
    const { send } = await sender(portal);

    const response = await send(body);

    expect(outcome(response)).toBe(expected);
  });
});
