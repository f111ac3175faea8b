import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MEANINGS } from '../../routers/exports/report/wording/meanings.ts';
import { glossary as german } from '../../web/texts/de/glossary.ts';
import { glossary } from '../../web/texts/en/glossary.ts';

it('docs/glossary.md says the same of each figure as the pages', () => {
  const document = readFileSync('docs/glossary.md', 'utf8');
  const rows = Object.entries(glossary.names).map(([term, name]) => {
    const text = glossary.texts[term as keyof typeof glossary.texts];
    return `| ${name} | ${text} |`;
  });

  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter((row) => !document.includes(row))).toEqual([]);
});

it('reports say the same of each figure as the pages, in both languages', () => {
  expect(glossary.texts).toMatchObject(MEANINGS.en);
  expect(german.texts).toMatchObject(MEANINGS.de);
  expect(Object.keys(MEANINGS.de)).toEqual(Object.keys(MEANINGS.en));
});
