import { texts } from './texts.ts';

/** Rules by the beginning of their sentences, most of them zod's, and the texts that say them to people. */
const RULES = [
  [/^Too small: expected string to have >=1 /, 'required'],
  // The pages bound the length.
  [/^must have 1 to \d+ characters for this type/, 'required'],
  [/^Invalid input: expected string, received (?:undefined|null)/, 'required'],
  [/^(?:Too small: expected string to have >=|must have at least )(\d+)/, 'shortest'],
  [/^(?:Too big: expected string to have <=|must have at most )(\d+)/, 'longest'],
  [/^Too small: expected (?:array|set) to have >=1 /, 'choose'],
  [/^Too small: expected (?:array|set) to have >=(\d+)/, 'fewest'],
  [/^Too big: expected (?:array|set) to have <=(\d+)/, 'most'],
  [/^Too small: expected \w+ to be >=(-?[\d.]+)/, 'smallest'],
  [/^Too small: expected \w+ to be >(-?[\d.]+)/, 'above'],
  [/^Too big: expected \w+ to be <=(-?[\d.]+)/, 'largest'],
  [/^Too big: expected \w+ to be <(-?[\d.]+)/, 'below'],
  [/^Invalid input: expected int/, 'whole'],
  [/^Invalid input: expected number/, 'number'],
  [/^Invalid ISO/, 'date'],
  [/^Invalid email/, 'email'],
  [/^Invalid URL/, 'url'],
  [/^Invalid (?:option|input)/, 'option'],
  [/^(?:Invalid|Too small|Too big)/, 'form'],
] as const;

/** What a rule asks for, in the language of the pages; undefined for a sentence that says it itself. */
export function ruleOf(message: string) {
  for (const [pattern, rule] of RULES) {
    const found = pattern.exec(message);
    if (found) return texts.t(`rules.${rule}`, { limit: Number(found[1] ?? 0).toLocaleString(texts.language) });
  }
  return undefined;
}
