import { describe, expect, it } from 'vitest';
import { csvRows } from '../../server/csv/rows.ts';

async function* inPieces(text: string, size: number) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const rowsOf = async (text: string, size = 1024) => {
  const rows: unknown[][] = [];
  for await (const { cells, line } of csvRows(inPieces(text, size), 4096)) rows.push([line, ...cells]);
  return rows;
};

describe('A CSV file', () => {
  const WANTED = [
    [1, 'id', 'text'],
    [2, 'a', 'one'],
    [3, 'b', 'two'],
  ];

  it.each([
    ['LF', 'id,text\na,one\nb,two\n'],
    ['CRLF', 'id,text\r\na,one\r\nb,two\r\n'],
    ['CR', 'id,text\ra,one\rb,two\r'],
    ['LF after the header and CRLF after rows', 'id,text\na,one\r\nb,two\r\n'],
    ['CRLF after the header and LF after rows', 'id,text\r\na,one\nb,two'],
    ['all of them', 'id,text\ra,one\r\nb,two\n'],
  ])('has rows that end with %s, read in one piece or byte by byte', async (_name, text) => {
    const read = await Promise.all([rowsOf(text), rowsOf(text, 1), rowsOf(`\ufeff${text}`, 1)]);

    expect(read).toEqual([WANTED, WANTED, WANTED]);
  });

  it.each([
    ['commas', 'id,text\na,"1;2;3|4"\n', '1;2;3|4'],
    ['semicolons', 'id;text\na;1,5\n', '1,5'],
    ['tabs', 'id\ttext\na\t1,5\n', '1,5'],
    ['bars', 'id|text\na|1,5\n', '1,5'],
    ['semicolons, with commas in a quoted name', '"id";"text, in, words"\na;b\n', 'b'],
    ['what a line says', 'sep=|\nid|text\na|1,5\n', '1,5'],
    ['what a line in quotes says', '"sep=;"\r\nid;text\r\na;1,5\r\n', '1,5'],
    ['a comma, as a line says', 'sep=,\nid,text;more\na,b\n', 'b'],
    ['a tab, as a line says', 'sep=\t\nid\ttext\na\tb\n', 'b'],
  ])('is separated by %s', async (_name, text, cell) => {
    const rows = await rowsOf(text);

    expect(rows.at(-1)?.slice(1)).toEqual(['a', cell]);
    expect(rows).toHaveLength(2);
  });

  it('keeps line ends inside quotes, and counts them as lines', async () => {
    expect(await rowsOf('id,text\r\na,"one\r\nand\nhalf"\r\nb,two\r\n', 3)).toEqual([
      [1, 'id', 'text'],
      [4, 'a', 'one\r\nand\nhalf'],
      [5, 'b', 'two'],
    ]);
  });

  it('has no rows but those with a value', async () => {
    expect(await rowsOf('\n;;\nid;text\n\n;\n ; \na;one\n;;;\n')).toEqual([
      [3, 'id', 'text'],
      [7, 'a', 'one'],
    ]);
  });

  it('that is empty has no rows', async () => {
    expect(await rowsOf('')).toEqual([]);
  });
});
