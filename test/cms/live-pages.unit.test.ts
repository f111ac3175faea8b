import { expect, it } from 'vitest';
import { readSource, sourceFiles } from '../helpers/sources.ts';

const READS = /(\bfrom|Join)\(pages\b|(from|join) \$\{pages\}/i;
const LIVE = /\b(livePages|isLive)\b/;
/** Conditions under a name of their own. */
const NAMED = /\b(requestedPage|itsPage|isPublished)\b/;

/** What shows or empties the bin reads pages in it, and says so in its own condition; their versions take room too. */
const OF_THE_BIN = ['routers/cms/bin.ts', 'routers/cms/purge.ts', 'routers/cms/prune-versions.ts'];

const statements = sourceFiles
  .filter((file) => file.startsWith('routers/') && !OF_THE_BIN.includes(file))
  .flatMap((file) =>
    readSource(file)
      .split(';\n')
      .map((text) => ({ file, text })),
  );

it('every read of pages leaves out those in the bin', () => {
  const reads = statements.filter(({ text }) => READS.test(text));
  const careless = reads.filter(({ text }) => !LIVE.test(text) && !NAMED.test(text));

  expect(reads.length).toBeGreaterThan(15);
  expect(careless).toEqual([]);
});

it('the conditions with names of their own do so as well', () => {
  const declared = statements.filter(({ text }) => /const (requestedPage|itsPage|isPublished) =/.test(text));

  expect(declared.length).toBeGreaterThan(3);
  expect(declared.filter(({ text }) => !LIVE.test(text))).toEqual([]);
});
