import type { TRPCClientError } from '@trpc/client';
import type { AppRouter } from 'client-portal';

type Code = NonNullable<TRPCClientError<AppRouter>['data']>['errorCode'];

/** What the portal's refusals, which come in English, are in another language. */
export interface Refusals {
  codes: Record<Code, string>;
  /** By the English sentence, where it says more than its code; `#` stands for a number in both. */
  sentences: Record<string, string>;
  /** What the portal says of texts and measurements, by the English sentence in the same way. */
  assessments: Record<string, string>;
}

let refusals: Refusals | undefined;

export function refuseIn(language: Refusals | undefined) {
  refusals = language;
}

/** A number with its decimals, as the portal writes it. */
const NUMBER = /\d+(?:\.\d+)?/g;

/** Words of the text that a sentence quotes, which may quote something themselves. */
const QUOTE = '“((?:[^“”]|“[^“”]*”)*)”';
/** One quotation or several. */
const QUOTES = new RegExp(`${QUOTE}(?:, ${QUOTE})*`, 'g');

const quotedIn = (quotes: string) =>
  quotes.replaceAll(
    new RegExp(QUOTE, 'g'),
    (_, words: string) => `„${words.replaceAll('“', '‚').replaceAll('”', '‘')}“`,
  );

/** A sentence, or a part of one, in the language of the pages: its numbers and quotes in the places of those. */
function inLanguage(said: string) {
  const quotes = said.match(QUOTES) ?? [];
  const unquoted = said.replaceAll(QUOTES, '“…”');
  const numbers = unquoted.match(NUMBER) ?? [];
  return refusals?.assessments[unquoted.replaceAll(NUMBER, '#')]
    ?.replaceAll('#', () => (numbers.shift() ?? '').replace('.', ','))
    .replaceAll('„…“', () => quotedIn(quotes.shift() ?? ''));
}

/** A sentence that joins reasons, each of which is known by itself. */
function reasonsIn(sentence: string) {
  const quotes = sentence.match(QUOTES) ?? [];
  // What is quoted may have semicolons too.
  const [first = '', ...more] = sentence
    .replace(/\.$/, '')
    .replaceAll(QUOTES, '“…”')
    .split('; ')
    .map((reason) => reason.replaceAll('“…”', () => quotes.shift() ?? ''));
  const said = [`${first[0]?.toLowerCase() ?? ''}${first.slice(1)}`, ...more].map(inLanguage);
  const joined = said.join('; ');
  return said.includes(undefined) ? undefined : `${joined[0]?.toUpperCase() ?? ''}${joined.slice(1)}.`;
}

/** A sentence of the portal about a text or a measurement, in the language of the pages, or as it came. */
export const assessed = (sentence: string) => inLanguage(sentence) ?? reasonsIn(sentence) ?? sentence;

/** The sentence of a refusal in the language of the pages: the exact one, that of the code, or as it came. */
export function translated(sentence: string, code?: Code) {
  const numbers = sentence.match(/\d+/g) ?? [];
  const exact = refusals?.sentences[sentence.replaceAll(/\d+/g, '#')];
  return exact?.replaceAll('#', () => numbers.shift() ?? '') ?? (code && refusals?.codes[code]) ?? sentence;
}
