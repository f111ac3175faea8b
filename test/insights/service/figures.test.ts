import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unknownFigures } from '../../../insights/models/figures.ts';
import { anyContext, everything } from '../../helpers/contexts.ts';

const GOOD = [
  'Your score is 58.4 of 100.',
  'It stands at 58.4/100, 61.2 raw; rounded that is 58.',
  'On a scale from 0 to 100 it is 58.4 points out of 100.',
  '4,210 sessions, 4.210 Sitzungen, 4 210 visites, 4’210 Besuche, 4.2k visits, about 4k',
  'A confidence of 82%, 82 percent, eighty-two percent, 0.82.',
  'It fell by 3.2, a change of -3.2 (−3.2).',
  'As of 15 February 2026, on February 15, 2026-02-15, in February 2026, in 2026.',
  '1. Reviews\n2. Speed\n3) Links',
  'There are three main reasons, and 2 steps to take.',
  'Die Sichtbarkeit liegt bei 58,4 Punkten.',
  'Progress is 42.5%, 43 percent, or 42 %.',
  'Two of high priority, three of medium, one of low; 6 in all.',
  'Between 58.4–61.2, or 58.4-61.2.',
  '14 posts, fourteen posts.',
  'One of them is what one would expect.',
  'B2B figures from GA4 and the H1 of a page.',
  'Four thousand two hundred and ten sessions.',
  '2 goals, 2 tiers, one overdue.',
];

const INVENTED = [
  'A score of 99.',
  'It is 58.5.',
  'About 4,200 sessions.',
  'Some 5k visits.',
  'It rose by +3.2.',
  'It is at -58.4.',
  'Up by seventy percent.',
  'Thousands of visits.',
  'On 16 March 2026.',
  'In 2025.',
  'Of 100 visitors, 37 converted: 37 of 100 visitors.',
  'Among the top-7.',
  'Version A58.',
  '58.4x as much.',
  'You are 1st.',
  'Half and half: ½.',
  'It is ９９.',
  'It is ٩٩.',
  'It is 9\u200b9.'.normalize('NFKC'),
  '100% of them.',
  'Six hundred people.',
  '7 steps.',
  'Within 48 hours, 24/7.',
  'See 1.2.3 for it.',
  'It is .9 now.',
  'It is 58.4 of 1000.',
  'Fifty reviews, dozens of links.',
];

describe('The figure check', () => {
  it.each(GOOD)('accepts “%s”', (text) => {
    expect(unknownFigures(text, everything())).toEqual([]);
  });

  it.each(INVENTED)('rejects “%s”', (text) => {
    expect(unknownFigures(text, everything())).not.toEqual([]);
  });

  it('accepts every figure of the context in every notation', () => {
    const numbers = (value: unknown): number[] =>
      typeof value === 'number'
        ? [value]
        : typeof value === 'object'
          ? Object.values(value ?? {}).flatMap(numbers)
          : [];
    fc.assert(
      fc.property(anyContext, fc.nat(), fc.nat(4), (context, at, form) => {
        const all = numbers(context).map(Math.abs);
        const figure = all[at % all.length] ?? 0;
        const forms = [
          String(figure),
          figure.toLocaleString('en', { maximumFractionDigits: 3 }),
          figure.toLocaleString('de', { maximumFractionDigits: 3 }),
          figure >= 1 ? figure.toFixed(0) : String(figure),
          `${figure}%`,
        ];

        expect({ text: forms[form], unknown: unknownFigures(`It is ${forms[form]} now.`, context) }).toMatchObject({
          unknown: [],
        });
      }),
      { numRuns: 500 },
    );
  });

  it('rejects every figure outside the context', () => {
    fc.assert(
      fc.property(anyContext, fc.integer({ min: 300_000, max: 900_000_000 }), (context, figure) => {
        const forms = [String(figure), figure.toLocaleString('en'), figure.toLocaleString('de'), `${figure / 1000}k`];

        expect(forms.filter((form) => unknownFigures(`It is ${form} now.`, context).length === 0)).toEqual([]);
      }),
    );
  });
});
