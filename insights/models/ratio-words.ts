import { germanNumber } from './german-numbers.ts';
import { spelledNumbers } from './number-words.ts';

// Shares and multiples said without digits: "half of your visitors", "ein Drittel", "doubled", "dreimal so viele".

const PARTS: [RegExp, number][] = [
  [/^(?:half|halves|hälfte|halb)/, 2],
  [/^(?:third|drittel|dritte)/, 3],
  [/^(?:quarter|fourth|viertel|vierte)/, 4],
  [/^(?:fifth|fünft)/, 5],
  [/^(?:sixth|sechst)/, 6],
  [/^(?:seventh|siebt)/, 7],
  [/^(?:eighth|achte?l?)/, 8],
  [/^(?:ninth|neunt)/, 9],
  [/^(?:tenth|zehnt)/, 10],
  [/^(?:other|second|zweite)/, 2],
];

const PART = '(?:third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|tenth)';
const COUNT = '(?:an?|one|two|three|four|five|six|seven|eight|nine|1|2|3|4|5|6|7|8|9)';
const TEIL = '(?:drittel|viertel|fünftel|sechstel|siebtel|achtel|neuntel|zehntel)';
const ANZAHL = '(?:ein|eine[mnrs]?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|1|2|3|4|5|6|7|8|9)';
const EDGE = '(?![\\p{L}\\p{N}])';
const START = '(?<![\\p{L}\\p{N}-])';

const expression = (source: string) => new RegExp(`${START}${source}${EDGE}`, 'giu');

// "A third" alone may count, and "this quarter" is a time: a share says of what, or how many parts.
const SHARES = [
  expression(`(?<count>${COUNT})[\\s-]+(?<part>${PART}s?)(?=\\s+(?:of|as|more|less|fewer)\\b)`),
  expression(`(?<count>two|three|four|five|six|seven|eight|nine)[\\s-]+(?<part>${PART}s)`),
  expression(
    '(?<!(?:first|second|other|latter)\\s)(?<part>half)(?=\\s+(?:of|the|your|our|all|as|an?|that|those|these|it|them)\\b)',
  ),
  expression('(?:by|to|than|only|about|almost|nearly|roughly|over|just)\\s+(?<part>half)'),
  expression('one\\s+(?<part>half)'),
  expression(`(?<count>${ANZAHL})\\s+(?<part>${TEIL}s?)`),
  expression(`(?:um|auf|das|zum|im|knapp|rund|gut|fast|etwa)\\s+(?<part>${TEIL})`),
  expression('(?<part>hälfte)'),
  expression('(?<part>halb)(?=\\s+so\\b)'),
  expression('every\\s+(?<part>other|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)'),
  expression('jede[rsnm]?\\s+(?<part>(?:zweit|dritt|viert|fünft|sechst|siebt|acht|neunt|zehnt)e[rsnm]?)'),
];

const ONE_IN = [
  expression('one\\s+(?:in|out\\s+of)\\s+(?:every\\s+)?(?<of>\\p{L}+|\\d{1,3})'),
  expression('eine[rsm]?\\s+von\\s+(?<of>\\p{L}+|\\d{1,3})'),
];

// No figure of the context is a multiple of another, so none of these can be checked.
const MULTIPLES = [
  expression('(?:re)?(?:doubl|tripl|quadrupl|quintupl|halv)(?:e[sd]?|ing)(?![\\s-]+(?:check|click|down\\b|opt))'),
  expression('(?:twice|thrice)(?=\\s+(?:as|the|that|what|your|our|more)\\b)'),
  expression(
    '(?:\\p{L}+|\\d+(?:[.,]\\d+)?)\\s+times(?=\\s+(?:as|the|more|less|fewer|higher|lower|larger|your|our|what)\\b)',
  ),
  expression('(?:two|three|four|five|six|seven|eight|nine|ten|\\d+)[\\s-]?fold'),
  expression('(?:ver)(?:doppel|dreifach|vierfach|fünffach|sechsfach|siebenfach|achtfach|neunfach|zehnfach)\\p{L}*'),
  expression('(?:ver)dopplung\\p{L}*'),
  expression('halbier\\p{L}*'),
  expression('doppelte[nrms]?|doppelt(?=\\s+(?:so|wie)\\b)'),
  expression(
    '(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|\\d+)[\\s-]?(?:mal|fach\\p{L}*)(?=\\s+(?:so|mehr|höher|weniger)\\b)',
  ),
  expression('(?:das\\s+)?(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn)fache[nsm]?'),
];

const numberIn = (word: string) =>
  /^\d+$/.test(word) ? Number(word) : (germanNumber(word) ?? spelledNumbers(word)[0]?.value ?? Number.NaN);

function shareOf({ count = 'one', part = '' }: Record<string, string | undefined>) {
  const [, parts] = PARTS.find(([form]) => form.test(part.toLowerCase())) ?? [];
  const word = count.toLowerCase();
  const number = /^(?:an?|one|ein|eine.?)$/.test(word) ? 1 : numberIn(word);
  return parts === undefined ? Number.NaN : (100 * number) / parts;
}

/** A share in percent; NaN for a multiple, which no figure can be. */
interface Ratio {
  words: string;
  percent: number;
}

/** The shares and multiples in words of a text, and the text without them. */
export function takeRatios(text: string): { ratios: Ratio[]; rest: string } {
  const ratios: Ratio[] = [];
  const take =
    (percentOf: (found: Record<string, string | undefined>) => number | undefined) => (rest: string, form: RegExp) =>
      rest.replace(form, (words, ...found) => {
        const groups = found.at(-1);
        const percent = percentOf(typeof groups === 'object' ? groups : {});
        if (percent === undefined) return words;
        ratios.push({ words, percent });
        return ' ';
      });
  // "One of them" and "one in the market" are no shares.
  const oneIn = ({ of = '' }: Record<string, string | undefined>) => {
    const parts = numberIn(of.toLowerCase());
    return Number.isNaN(parts) ? undefined : 100 / parts;
  };
  const afterMultiples = MULTIPLES.reduce(
    take(() => Number.NaN),
    text,
  );
  const rest = ONE_IN.reduce(take(oneIn), SHARES.reduce(take(shareOf), afterMultiples));
  return { ratios, rest };
}
