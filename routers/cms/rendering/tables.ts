import type MarkdownIt from 'markdown-it';

/** Cells of a page; a table beyond is shown as text. Ten thousand take a fifth of a second. */
const MOST_CELLS = 20_000;

const DELIMITERS = /^[\s|:-]+$/;

/** Bounds the cells of all tables of a page: one of 500,000 characters could have 230,000, and takes seconds. */
export function boundTables(markdown: InstanceType<typeof MarkdownIt>) {
  const { ruler } = markdown.block;
  const table = ruler.getRules('').find(({ name }) => name === 'table');
  if (!table) throw new Error('markdown-it has no rule for tables.');

  // markdown-it makes an environment for each page.
  const ofPage = new WeakMap<object, number>();
  const bounded: typeof table = (state, start, end, silent) => {
    const lineAt = (line: number) => state.src.slice(state.bMarks[line], state.eMarks[line]);
    if (start + 2 > end || !DELIMITERS.test(lineAt(start + 1))) return false;
    const columns = lineAt(start + 1)
      .trim()
      .replace(/^\||\|$/g, '')
      .split('|').length;
    let last = start + 2;
    while (last < end && !state.isEmpty(last)) last++;
    // Rows are cut, or filled up, to the number of columns.
    const cells = columns * (last - start - 1);
    const before = ofPage.get(state.env) ?? 0;
    if (before + cells > MOST_CELLS) return false;
    const isTable = table(state, start, end, silent);
    if (isTable && !silent) ofPage.set(state.env, before + cells);
    return isTable;
  };
  // As markdown-it has it: a table ends a paragraph.
  ruler.at('table', bounded, { alt: ['paragraph', 'reference'] });
}
