import { describe, expect, it } from 'vitest';
import { makePage } from '../helpers/content.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { withRenderer } from '../helpers/rendering.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

const PAGES = '/api/cms/pages';

// Generous, so that a busy machine changes no outcome.
const LIMITS = { queue: 50, waiting: 60_000, running: 60_000 };

describe('Nested elements', () => {
  const nested = (depth: number) => `${'<b>'.repeat(depth)}deep${'</b>'.repeat(depth)}`;

  it.each(['html', 'markdown'])('are limited to 1,000 levels in %s', async (contentFormat) => {
    const person = await portal.register();

    const deep = await person.post(PAGES, { title: 'Deep', content: nested(990), contentFormat });
    const deeper = await person.post(PAGES, { title: 'Deeper', content: nested(1010), contentFormat });

    expect(outcome(deep)).toBe('201');
    expect(deep.json().data.contentHtml).toContain('deep');
    expect(outcome(deeper)).toBe('400 VALIDATION_ERROR');
    expect(deeper.json().issues).toEqual([{ path: 'content', message: expect.stringContaining('nested too deeply') }]);
  });
});

describe('The cells of tables', () => {
  const row = (columns: number) => `|${'a|'.repeat(columns)}\n`;
  const table = (columns: number, rows: number) =>
    `${row(columns)}|${'-|'.repeat(columns)}\n${row(columns).repeat(rows)}`;

  it.each([
    ['one table of 18,000', table(100, 180), 1],
    ['twenty tables of 810', `${table(10, 80)}\n`.repeat(20), 20],
  ])('are shown for %s', async (_what, content, tables) => {
    const person = await portal.register();
    withRenderer(portal, LIMITS);

    const { contentHtml } = await makePage(person, { content });

    expect(contentHtml.match(/<table>/g)).toHaveLength(tables);
    expect(contentHtml).not.toContain('|a|');
  });

  it.each([
    ['one table of 30,000', table(100, 300), 0],
    ['short rows under 1,000 columns', `${row(1000)}|${'-|'.repeat(1000)}\n${'|a\n'.repeat(100)}`, 0],
    ['forty tables of 810', `${table(10, 80)}\n`.repeat(40), 24],
  ])('are text beyond 20,000: %s', async (_what, content, tables) => {
    const person = await portal.register();
    withRenderer(portal, LIMITS);

    const page = await makePage(person, { content });

    expect(page.contentHtml.match(/<table>/g) ?? []).toHaveLength(tables);
    expect(page.contentHtml).toContain('|a');
    expect(page.content).toBe(content);
  });
});
