import type { TRPCClientError } from '@trpc/client';
import type { AppRouter } from 'client-portal';

type Code = NonNullable<TRPCClientError<AppRouter>['data']>['errorCode'];

/** What the portal's refusals, which come in English, are in another language. */
export interface Refusals {
  codes: Record<Code, string>;
  /** By the English sentence, where it says more than its code; `#` stands for a number in both. */
  sentences: Record<string, string>;
}

let refusals: Refusals | undefined;

export function refuseIn(language: Refusals | undefined) {
  refusals = language;
}

/** The sentence of a refusal in the language of the pages: the exact one, that of the code, or as it came. */
export function translated(sentence: string, code?: Code) {
  const numbers = sentence.match(/\d+/g) ?? [];
  const exact = refusals?.sentences[sentence.replaceAll(/\d+/g, '#')];
  return exact?.replaceAll('#', () => numbers.shift() ?? '') ?? (code && refusals?.codes[code]) ?? sentence;
}
