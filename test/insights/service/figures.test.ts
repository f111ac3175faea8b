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
  'Vierzehn Beiträge, viertausendzweihundertzehn Sitzungen, zwei Ziele.',
  'Drei Schritte helfen: Bewertungen, Ladezeit und Einträge.',
  'Double-check your listings, and double down on reviews.',
  'This quarter the second step is reviews; in the second half of the page, third-party reviews.',
  'Die dritte Aufgabe ist rund um die Uhr möglich, im Grunde eine von ihnen.',
  'One of them is overdue; you are one in the market.',
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
  'Einunddreißig Bewertungen.',
  'Siebzig Prozent der Besucher.',
  'Hunderte Besucher, Dutzende Bewertungen.',
];

const RATIOS = [
  'Sessions doubled.',
  'Your traffic has tripled.',
  'Visits halved since the scan.',
  'Double the number of visits.',
  'Quadrupling of traffic.',
  'Twice as many visits.',
  'Three times more visits, 3 times as many.',
  '3 times as many visits.',
  'A tenfold rise.',
  'Half of your visitors came back.',
  'It fell by half.',
  'A third of them converted.',
  'Two thirds of visitors.',
  'Three quarters of your traffic.',
  'Every second visitor.',
  'One in five visitors.',
  'One out of 3 visitors.',
  'Die Sitzungen haben sich verdoppelt.',
  'Der Verkehr verdreifachte sich.',
  'Die Zahl hat sich halbiert.',
  'Eine Verdopplung der Besuche.',
  'Doppelt so viele Besuche.',
  'Dreimal so viele Besuche, 3-mal so viele.',
  'Das Dreifache.',
  'Die Hälfte Ihrer Besucher.',
  'Halb so viele Besuche.',
  'Ein Drittel der Besucher.',
  'Zwei Drittel der Besucher.',
  'Um ein Viertel gestiegen.',
  'Jeder dritte Besucher.',
  'Einer von fünf Besuchern.',
];

describe('The figure check', () => {
  it.each(GOOD)('accepts “%s”', (text) => {
    expect(unknownFigures(text, everything())).toEqual([]);
  });

  it.each(RATIOS)('rejects the share or multiple of “%s”', (text) => {
    expect(unknownFigures(text, everything())).not.toEqual([]);
  });

  it('accepts shares in words that the context has in percent', () => {
    const { analytics, social } = everything();
    const context = everything({ analytics: { ...analytics, engagement_rate: 0.5 }, social: { ...social, reach: 75 } });
    const said = ['Half of the visits were engaged.', 'Die Hälfte der Besuche.', 'Drei Viertel davon.', 'One in two.'];

    expect(said.flatMap((text) => unknownFigures(text, context))).toEqual([]);
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
