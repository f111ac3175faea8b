import { texts } from './texts.ts';

/** Rules by the beginning of their sentences, zod's and the portal's, and the texts that say them to people. */
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
  [/^must be an email address/, 'email'],
  [/^must be a public https address|^must be an https URL/, 'https'],
  [/^must be an http or https URL/, 'url'],
  [/^must be a domain/, 'domain'],
  [/^must not contain a web or email address/, 'noAddress'],
  [/^must be a colour/, 'color'],
  [/^must be a PNG, JPEG or WebP image of at most (\d+)/, 'image'],
  [/^must have 1 to 60 characters, none of them/, 'brandName'],
  [/^must be a phone number/, 'phone'],
  [/^must be six digits/, 'sixDigits'],
  [/^must be a whole number/, 'whole'],
  [/^must be in the future/, 'future'],
  [/^must be at most two years from now/, 'twoYears'],
  [/^must not be after (?:`to`|the end of the period)|^must not be before `from`/, 'period'],
  [/^must begin and end at different hours/, 'hours'],
  [/^must be one line/, 'oneLine'],
  [/^must (?:not repeat|name each)/, 'once'],
  [/^must be the name of the client/, 'sameName'],
  [/^must leave a way to sign in/, 'oneWay'],
  [/^is one of the most common passwords/, 'commonPassword'],
  [/^(?:is needed|is missing|must be set)$/, 'required'],
  [/^Invalid (?:option|input)/, 'option'],
  [/^(?:Invalid|Too small|Too big)/, 'form'],
] as const;

/** What a rule asks for, in the language of the pages; undefined for a sentence that says it itself. */
export function ruleOf(message: string) {
  for (const [pattern, rule] of RULES) {
    const found = pattern.exec(message);
    const count = Number(found?.[1] ?? 0);
    if (found) return texts.t(`rules.${rule}`, { count, limit: count.toLocaleString(texts.language) });
  }
  return undefined;
}
