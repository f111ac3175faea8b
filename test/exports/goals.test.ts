import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { todayIn } from '../../routers/values/days.ts';
import { sender } from '../helpers/ingest.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';

const portal = portalForThisFile();
const URL = '/api/exports/goals';
const HEADER =
  'goal_id,title,goal_type,category,target_value,current_value,baseline_value,unit,status,priority,progress_percent,is_overdue,deadline';

describe('GET /api/exports/goals', () => {
  it('returns only the header without goals, in a file named after today', async () => {
    const person = await portal.register();

    const response = await person.get(URL);

    expect(response.body).toBe(`${HEADER}\r\n`);
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.headers['content-disposition']).toBe(`attachment; filename="goals-${todayIn('UTC')}.csv"`);
    expect(response.headers['cache-control']).toBe('private, no-store');
  });

  it('contains the same values as the list of goals', async () => {
    const { person, send } = await sender(portal);
    const title = 'Quotes ", commas, and\r\nlines; “naïve” 数';
    await send([record('goal', { title }), record('goal', { title: 'Another', deadline: null, target_value: -5.5 })]);

    const rows = parse((await person.get(URL)).body, { columns: true, record_delimiter: '\r\n' }) as object[];

    const { data } = (await person.get('/api/dashboard/goals')).json();
    const written = (value: unknown) => (value === null ? '' : String(value));
    expect(rows).toEqual(
      data.map((goal: object) =>
        Object.fromEntries(Object.entries(goal).map(([name, value]) => [name, written(value)])),
      ),
    );
  });

  it('contains all goals of an organization with thousands, in the order of the list', async () => {
    const { person, send } = await sender(portal);
    const priorities = ['low', 'high', 'medium'];
    for (const batch of [1, 2])
      await send(
        Array.from({ length: 700 }, (_, n) =>
          record('goal', { title: `${batch}-${n}`, priority: priorities[n % 3], deadline: `20${20 + (n % 30)}-01-01` }),
        ),
      );

    const ids = (parse((await person.get(URL)).body, { columns: true }) as { goal_id: string }[]).map(
      ({ goal_id }) => goal_id,
    );

    const first = await person.get('/api/dashboard/goals?limit=1000');
    const second = await person.get(/^<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '');
    const listed = [first, second].flatMap((page) =>
      page.json().data.map(({ goal_id }: { goal_id: string }) => goal_id),
    );
    expect(listed).toHaveLength(1400);
    expect(ids).toEqual(listed);
  });

  it('escapes formulas, also after characters that spreadsheets trim or do not show', async () => {
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '=HYPERLINK("http://x","y")', '\u200b=1+1', '\ufeff＝1'];
    const trimmed = ['\n=1+1', ' =1', '\r\n @SUM(A1)', '\u00a0=1', '\u3000\u2003-1', '\u0001+1', '\u2060=1'];
    const { person, send } = await sender(portal);
    await send([
      ...formulas.map((unit) => record('goal', { unit, title: 'Formula', current_value: -4 })),
      ...trimmed.map((title) => record('goal', { unit: 'trimmed', title })),
    ]);

    const rows = parse((await person.get(URL)).body, { columns: true, record_delimiter: '\r\n' }) as Record<
      'unit' | 'title' | 'current_value',
      string
    >[];

    const unitsOf = rows.filter(({ title }) => title === 'Formula');
    expect(unitsOf.map(({ unit }) => unit).sort()).toEqual(formulas.map((text) => `'${text}`).sort());
    expect(new Set(unitsOf.map(({ current_value }) => current_value))).toEqual(new Set(['-4']));
    const titles = rows.filter(({ unit }) => unit === 'trimmed').map(({ title }) => title);
    expect(titles.sort()).toEqual(trimmed.map((text) => `'${text}`).sort());
  });

  it('keeps the lines of a text in one cell', async () => {
    const texts = ['a\n=1', 'x\r=1', 'a\n@SUM(1)', '\n'];
    const { person, send } = await sender(portal);
    await send(texts.map((title) => record('goal', { title })));

    const { body } = await person.get(URL);

    for (const text of texts) expect(body).toContain(`"${text}"`);
    const rows = parse(body, { columns: true, record_delimiter: '\r\n' }) as { title: string }[];
    expect(rows.map(({ title }) => title).sort()).toEqual(texts.sort());
  });

  it('returns the same text over tRPC', async () => {
    const person = await portal.register();

    const response = await person.get('/trpc/exports.goals');

    expect(response.json().result.data).toBe(`${HEADER}\r\n`);
  });

  it('begins with a byte order mark where it is asked for, and not otherwise', async () => {
    const person = await portal.register();
    await person.post('/api/dashboard/goals', { ...record('goal', { title: 'Größer für alle' }).data });

    const [plain, marked] = [await person.get(URL), await person.get(`${URL}?bom=1`)];

    expect(plain.body.startsWith('goal_id,title')).toBe(true);
    expect(marked.body).toBe(`\ufeff${plain.body}`);
    expect([...marked.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });
});
