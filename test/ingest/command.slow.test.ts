import { describe, expect, it } from 'vitest';
import { file, ingestCommandForThisFile } from '../helpers/ingest-command.ts';
import { registerOperator } from '../helpers/operators.ts';
import type { Person } from '../helpers/people.ts';
import { record } from '../helpers/records.ts';
import { scan } from '../helpers/scans.ts';

const { portal, run, organization } = ingestCommandForThisFile();

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

  it.each([
    ['without an API key', undefined, ['nothing.json'], /^PORTAL_API_KEY must be set/],
    ['without a file', 'pk_x', [], /^FILE is missing\. Usage: .*\n$/],
    ['with an unknown option', 'pk_x', ['--force', 'x.json'], /^Unknown option '--force'\. Usage: .*\n$/],
    ['with a missing file', 'pk_x', ['no-such-file.json'], /no-such-file\.json: file not found\./],
    ['with a folder', 'pk_x', ['test'], /test: file not found\./],
    ['with CSV and no --type', 'pk_x', ['days.csv'], /days\.csv: use --type to name the record type of its rows\./],
  ])('prints its usage or the problem %s, and sends nothing', async (_how, key, args, said) => {
    const { code, out, err } = await run(key, args);

    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(said);
  });

  it('sends for a client with an operator key', async () => {
    const { person, rows } = await organization();
    const operator = await registerOperator(portal);
    const { key } = (await operator.post('/api/operator/keys', { name: 'Nightly' })).json();
    const path = await file('goals.ndjson', lines([record('goal')]));

    const sent = await run(key, ['--client', person.orgId, path]);
    const unnamed = await run(key, ['--client', 'Harbor Street', path]);

    expect(sent).toMatchObject({ code: 0, err: '' });
    expect(await rows('goals')).toHaveLength(1);
    expect(unnamed).toMatchObject({ code: 2, err: expect.stringContaining('"Harbor Street" is no id of a client') });
  });

  it('stops at an invalid API key', async () => {
    const { code, out, err } = await run('pk_nobody', [await file('goals.ndjson', lines([record('goal')]))]);

    expect([code, out]).toEqual([1, 'Records: 0 accepted, 0 updated, 0 unchanged, 0 rejected.\n']);
    expect(err).toContain('answered 401: Send an API key with the scope "ingest".');
  });
});

describe('npm run ingest -- changes', () => {
  const create = (person: Person, title: string) =>
    person.post('/api/dashboard/action-items', { title, category: 'local', priority: 'low' });
  const titles = (out: string) =>
    out
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).fields.title);

  it('prints the changes of people, one a line, and goes on after a cursor', async () => {
    const { person, ingest } = await organization();
    for (const title of ['One', 'Two']) await create(person, title);

    const first = await ingest('changes');
    const { cursor } = JSON.parse(first.out.trim().split('\n').at(-1) ?? '');
    await create(person, 'Three');
    const rest = await ingest('changes', '--after', cursor);

    expect(titles(first.out)).toEqual(['One', 'Two']);
    expect(titles(rest.out)).toEqual(['Three']);
    expect([first.code, rest.code, first.err]).toEqual([0, 0, '']);
  });
});
