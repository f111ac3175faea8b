/** One kind of private thing: finds it in a text and puts a mark such as `[email]` in its place. */
export type Detector = (text: string) => string;

type Really = (found: string, before: string, after: string) => boolean;

const AROUND = 48;

/**
 * Blots out what the pattern finds and `really` confirms, by looking at it and at what stands around it. What a named
 * group `keep` at the start of the pattern holds stays.
 */
export const blot =
  (mark: string, pattern: RegExp, really: Really = () => true): Detector =>
  (text) =>
    text.replace(pattern, (...match) => {
      const groups = typeof match.at(-1) === 'object' ? match.pop() : {};
      const [found, keep = ''] = [String(match[0]), groups.keep as string | undefined];
      const at = Number(match.at(-2));
      const before = text.slice(Math.max(0, at - AROUND), at);
      const after = text.slice(at + found.length, at + found.length + AROUND);
      return really(found.slice(keep.length), before + keep, after) ? `${keep}[${mark}]` : found;
    });

/** Hyphen, dashes and the minus sign, for use inside of a character class. */
export const DASH = '\\-\\u2010-\\u2015\\u2212';

export const digitsOf = (text: string) => text.replace(/\D/g, '');

const UNITS =
  /^ ?(?:impressions?|views?|visits?|visitors?|sessions?|users?|clicks?|page ?views?|leads?|dollars?|euros?|pounds?|usd|eur|gbp|bytes?|kb|mb|gb|requests?|rows?|records?|followers?|likes?|shares?|posts?|pages?|people|customers?|conversions?|orders?|sales|units?|items?|points?|tokens?|hits?|queries|searches|subscribers?|ms|seconds?|minutes?|hours?|days?)\b/i;

/** Whether what follows a number says that it counts something. */
export const isCount = (after: string) => UNITS.test(after);
