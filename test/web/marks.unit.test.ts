import { expect, it } from 'vitest';
import { mergeMarks } from '../../web/parts/marks.ts';

const chart = (at: number) => at;
const narrow = (at: number) => 0.3 * at;

it('marks with room between them stay as they are', () => {
  const marks = [
    { at: 500, label: '1' },
    { at: 100, label: 'A' },
  ];

  expect(mergeMarks(marks, chart)).toEqual([
    { at: 100, label: 'A' },
    { at: 500, label: '1' },
  ]);
});

it('two marks within a few pixels are one that names both, and more are counted', () => {
  const two = [
    { at: 100, label: 'A' },
    { at: 104, label: '4' },
  ];

  expect(mergeMarks(two, chart)).toEqual([{ at: 102, label: 'A, 4' }]);
  expect(mergeMarks([...two, { at: 108, label: 'B' }, { at: 109, label: 'C' }], chart)).toEqual([
    { at: 104.5, label: 'A +3' },
  ]);
});

it('marks of one day are one however wide the chart is, and on a narrower one more are', () => {
  const marks = [
    { at: 100, label: '1' },
    { at: 100, label: 'A' },
    { at: 150, label: 'B' },
  ];

  expect(mergeMarks(marks, chart).map(({ label }) => label)).toEqual(['1, A', 'B']);
  expect(mergeMarks(marks, narrow).map(({ label }) => label)).toEqual(['1 +2']);
});

it('a label that a merge has widened takes up the one before it', () => {
  const marks = [
    { at: 70, label: 'A' },
    { at: 94, label: 'B' },
    { at: 96, label: 'C' },
  ];

  expect(mergeMarks(marks, chart)).toEqual([{ at: 83, label: 'A +2' }]);
});

it('labels never lie over each other', () => {
  const marks = Array.from({ length: 100 }, (_, n) => ({ at: (n * 7919) % 1000, label: String(n) }));

  const shown = mergeMarks(marks, chart);

  const edges = shown.map(({ at, label }) => [at - label.length * 4, at + label.length * 4] as const);
  const gaps = edges.slice(1).map(([left], place) => left - (edges[place]?.[1] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThan(0);
});
