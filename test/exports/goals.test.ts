import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { todayIn } from '../../routers/days.ts';
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

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '=HYPERLINK("http://x","y")'])(
    'escapes the formula %j',
    async (unit) => {
      const { person, send } = await sender(portal);
      await send([record('goal', { unit, current_value: -4 })]);

      const [row] = parse((await person.get(URL)).body, { columns: true }) as Record<string, string>[];

      expect(row?.unit).toBe(`'${unit}`);
      expect(row?.current_value).toBe('-4');
    },
  );

  it.each(['a\n=1', 'x\r=1', 'a\n@SUM(1)', '\n'])('keeps the lines of %j in one cell', async (title) => {
    const { person, send } = await sender(portal);
    await send([record('goal', { title })]);

    const { body } = await person.get(URL);

    expect(body).toContain(`"${title}"`);
    expect(parse(body, { columns: true, record_delimiter: '\r\n' })).toMatchObject([{ title }]);
  });

  it('returns the same text over tRPC', async () => {
    const person = await portal.register();

    const response = await person.get('/trpc/exports.goals');

    expect(response.json().result.data).toBe(`${HEADER}\r\n`);
  });
});
