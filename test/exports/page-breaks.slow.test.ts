import { getDocumentProxy } from 'unpdf';
import { beforeAll, expect, it } from 'vitest';
import { REPORT_SECTIONS, reports } from '../../routers/exports/public.ts';
import { findTenant } from '../../server/identity/find-tenant.ts';
import { clientDb } from '../helpers/client-db.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { fullScan, ingest } from '../helpers/reported.ts';
import { insertGoals } from '../helpers/reported-goals.ts';

const portal = portalForThisFile();

const LONG = 'which takes more than one line of the table, as the titles of tasks often do when people write them';
const TASKS = Array.from({ length: 30 }, (_, n) => ({
  begin: `Begin-${n} `,
  end: ` End-${n} Jan ${n + 1}, 2026`,
  done: `2026-01-${String(n + 1).padStart(2, '0')}T10:00:00.000Z`,
}));
const HEADS = [
  ['Task', 'Completed'],
  ['Goal', 'Status', 'Deadline', 'Progress'],
  ['Directory', 'Status', 'Name', 'Address', 'Phone', 'Website'],
  ['Component', 'Yours', 'Average', 'Difference'],
  ['Rank', 'Name', 'Score'],
].map((head) => head.join(' '));
/** Where the line at the foot of a page stands, as a part of its height. */
const FOOT = 0.06;

let person: Person;
beforeAll(async () => {
  person = await portal.register({ orgName: 'Praxis am Hafen' });
  await ingest(person, fullScan({ completedAt: '2026-01-30T12:00:00Z' }));
  await insertGoals(portal, person.orgId, { title: '60 Bewertungen' });
  const pipeline = await person.pipeline();
  const tasks = TASKS.map(({ begin, end, done }) => {
    const title = `${begin}${LONG}${end.split(' Jan')[0]}`;
    return record('action_item', { title, status: 'done', completed_at: done });
  });
  expect((await pipeline.post('/api/ingest/records', tasks)).statusCode).toBe(200);
});

/** The pages of a report with this comment on two of its sections: their text, and how high the lowest line stands. */
async function print(comment: string) {
  const tenant = await findTenant(portal.deps.database.accounts, person.orgId);
  if (!tenant) throw new Error('There is no such organization.');
  const { pdf } = await portal.deps.use(reports).printPeriod(clientDb(portal, person.orgId), tenant, {
    name: 'Marketing report',
    sections: REPORT_SECTIONS,
    language: 'en',
    intro: null,
    notes: { overview: comment, goals: comment },
    period: { from: '2026-01-01', to: '2026-01-31', kind: 'month' },
  });
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const numbers = Array.from({ length: document.numPages }, (_, n) => n + 1);
  return Promise.all(
    numbers.map(async (number) => {
      const page = await document.getPage(number);
      const [, , , height = 0] = page.view;
      const items = (await page.getTextContent()).items.flatMap((item) =>
        'str' in item && item.str.trim() ? [{ text: item.str.trim(), y: item.transform[5] / height }] : [],
      );
      const body = items.filter(({ y }) => y > FOOT);
      return { text: body.map((item) => item.text).join(' '), lowest: Math.min(...body.map(({ y }) => y)) };
    }),
  );
}

// A comment that grows moves all that follows, so that pages break at other places.
it.each([0, 3, 6, 9, 12, 15])(
  'no page breaks a row or keeps a head alone, and none is half empty, %i paragraphs on',
  async (count) => {
    const pages = await print(Array.from({ length: count }, (_, n) => `Paragraph ${n}.`).join('\n\n') || 'None.');

    const text = pages.map((page) => page.text);
    const whole = TASKS.map(({ begin, end }) => text.filter((of) => of.includes(begin) && of.includes(end)).length);
    expect(whole).toEqual(TASKS.map(() => 1));
    expect(text.filter((of) => HEADS.some((head) => of.endsWith(head)))).toEqual([]);
    expect(text.filter((of) => of.includes('Begin-')).every((of) => of.includes('Task Completed Begin-'))).toBe(true);
    // Behind the cover, and before the last page.
    expect(pages.slice(1, -1).filter(({ lowest }) => lowest > 0.5)).toEqual([]);
  },
);
