import { describe, expect, it } from 'vitest';
import { deterministicAnswer } from '../../../insights/deterministic.ts';
import { unknownFigures } from '../../../insights/models/figures.ts';
import type { InsightContext } from '../../../insights/wire.ts';
import { nothing, question } from '../../helpers/contexts.ts';
import { ENGLISH } from '../../helpers/english-questions.ts';
import { fullContext } from '../../helpers/full-context.ts';
import { GERMAN } from '../../helpers/german-questions.ts';

const ask = (asked: string, context: InsightContext = fullContext()) =>
  deterministicAnswer(question('nlq', asked, context)).answer;

/** The numbers of a text in English or German notation, without years. */
const numbersIn = (text: string, point: '.' | ',') =>
  (text.match(/\d[\d.,]*\d|\d/g) ?? [])
    .map((number) => Number(number.replaceAll(point === '.' ? ',' : '.', '').replace(',', '.')))
    .filter((number) => number < 2025 || number > 2026);

const known = (value: unknown): number[] =>
  typeof value === 'number'
    ? [value, Math.abs(value)]
    : value && typeof value === 'object'
      ? Object.values(value).flatMap(known)
      : [];

describe.each([
  ['English', ENGLISH, '.'],
  ['German', GERMAN, ','],
] as const)('A question in %s', (_language, questions, point) => {
  it.each(questions)('“%s” is answered from the figures', (asked, ...said) => {
    const context = fullContext();

    const answer = ask(asked, context);

    for (const part of said) expect(answer).toContain(part);
    expect(unknownFigures(answer, context)).toEqual([]);
    const figures = new Set([...known(context), 82, 54, context.goals.length]);
    expect(numbersIn(answer, point).filter((number) => !figures.has(number))).toEqual([]);
    expect(answer).not.toMatch(/unavailable|nicht verfügbar|undefined|NaN|null| {2}|\.\./);
  });
});

it('there are at least fifty questions in each language', () => {
  expect([ENGLISH.length >= 50, GERMAN.length >= 50]).toEqual([true, true]);
});

it.each([...ENGLISH.map(([asked]) => asked), ...GERMAN.map(([asked]) => asked)])(
  '“%s” is answered without a figure where nothing is recorded',
  (asked) => {
    const answer = ask(asked, nothing());

    expect(answer.length).toBeGreaterThan(15);
    expect(numbersIn(answer, '.').filter((number) => number !== 0 && number !== 30)).toEqual([]);
  },
);

it('figures of web search are told where there are some', () => {
  const context = fullContext({ search: { clicks: 310, impressions: 12_400, position: 11.2 } });

  expect(ask('How many clicks did we get?', context)).toContain('310 clicks');
  expect(ask('Was ist unsere durchschnittliche Position bei Google?', context)).toContain('11,2');
  expect(ask('How many impressions?', context)).toContain('12,400');
});

it('clicks from web search are told by month', () => {
  const by_month = [
    { month: '2025-12', clicks: 290, impressions: 11_800 },
    { month: '2026-01', clicks: 331, impressions: 12_000 },
  ];
  const context = fullContext({ search: { clicks: 310, impressions: 12_400, position: 11.2, by_month } });

  expect(ask('How many clicks from Google last month?', context)).toContain('331 clicks in January 2026');
  expect(ask('Wie viele Klicks kamen im Dezember von Google?', context)).toContain('290 Klicks');
  expect(ask('How many clicks from Google in October?', context)).toContain('No clicks are recorded for October');
});

it('a platform in a month is not guessed where the context tells only one of them at a time', () => {
  const { reviews } = fullContext();
  const months = (reviews?.by_month ?? []).map(({ by_source: _, ...month }) => month);
  const context = fullContext({ ...(reviews && { reviews: { ...reviews, by_month: months } }) });

  const answer = ask('How many reviews did we get on Google in October?', context);

  expect(answer).toContain('not both together');
  expect(answer).toContain('16 reviews in October 2025');
  expect(answer).toContain('On Google you have 120 reviews');
});

it.each([
  [
    'How many reviews do we have?',
    'AI analysis is unavailable right now; this was computed from your own figures. You have 183',
  ],
  [
    'Wie viele Bewertungen haben wir?',
    'Die KI-Analyse ist gerade nicht verfügbar; dies wurde aus Ihren eigenen Zahlen berechnet. Sie haben',
  ],
])('“%s” is answered from the figures, saying so, where a model is set and does not answer', (asked, opening) => {
  const { answer } = deterministicAnswer(question('nlq', asked, fullContext()), true);

  expect(answer.startsWith(opening)).toBe(true);
});
