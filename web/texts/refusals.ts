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

/** A sentence of the portal about a text or a measurement, in the language of the pages, or as it came. */
export function assessed(sentence: string) {
  const numbers = sentence.match(NUMBER) ?? [];
  const known = refusals?.assessments[sentence.replaceAll(NUMBER, '#')];
  return known?.replaceAll('#', () => (numbers.shift() ?? '').replace('.', ',')) ?? sentence;
}

/** The sentence of a refusal in the language of the pages: the exact one, that of the code, or as it came. */
export function translated(sentence: string, code?: Code) {
  const numbers = sentence.match(/\d+/g) ?? [];
  const exact = refusals?.sentences[sentence.replaceAll(/\d+/g, '#')];
  return exact?.replaceAll('#', () => numbers.shift() ?? '') ?? (code && refusals?.codes[code]) ?? sentence;
}
