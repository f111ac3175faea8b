/** Replaces one kind of personal data in a text with a mark such as `[email]`. */
export type Detector = (text: string) => string;

type Confirm = (found: string, before: string, after: string) => boolean;

const SURROUNDINGS = 48;

/**
 * Creates a detector that replaces the matches of a pattern that `confirm` accepts, given the text around them. A named
 * group `keep` at the start of the pattern stays in the text.
 */
export const detector =
  (mark: string, pattern: RegExp, confirm: Confirm = () => true): Detector =>
  (text) =>
    text.replace(pattern, (...match) => {
      const groups = typeof match.at(-1) === 'object' ? match.pop() : {};
      const [found, keep = ''] = [String(match[0]), groups.keep as string | undefined];
      const at = Number(match.at(-2));
      const before = text.slice(Math.max(0, at - SURROUNDINGS), at);
      const after = text.slice(at + found.length, at + found.length + SURROUNDINGS);
      return confirm(found.slice(keep.length), before + keep, after) ? `${keep}[${mark}]` : found;
    });

/** Runs detectors only on texts with a sign of what they look for, since most questions have none. */
export const where =
  (sign: RegExp, detectors: Detector[]): Detector =>
  (text) =>
    sign.test(text) ? detectors.reduce((rest, detect) => detect(rest), text) : text;

/** Hyphen, dashes and minus sign, for a character class. */
export const DASH = '\\-\\u2010-\\u2015\\u2212';

export const digitsOf = (text: string) => text.replace(/\D/g, '');

const UNITS =
  /^ ?(?:impressions?|views?|visits?|visitors?|sessions?|users?|clicks?|page ?views?|leads?|dollars?|euros?|pounds?|usd|eur|gbp|bytes?|kb|mb|gb|requests?|rows?|records?|followers?|likes?|shares?|posts?|pages?|people|customers?|conversions?|orders?|sales|units?|items?|points?|tokens?|hits?|queries|searches|subscribers?|ms|seconds?|minutes?|hours?|days?)\b/i;

/** Whether the text after a number is a unit, so that the number is a count. */
export const isCount = (after: string) => UNITS.test(after);
