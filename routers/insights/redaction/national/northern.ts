import { validate as ik } from 'stdnum/lib/cjs/ee/ik.js';
import { validate as hetu } from 'stdnum/lib/cjs/fi/hetu.js';
import { validate as asmens } from 'stdnum/lib/cjs/lt/asmens.js';
import { validate as fodselsnummer } from 'stdnum/lib/cjs/no/fodselsnummer.js';
import { validate as personnummer } from 'stdnum/lib/cjs/se/personnummer.js';
import { checked, type Form, isDay } from './form.ts';

/** Denmark, Sweden, Finland, Norway, Iceland, Estonia, Latvia and Lithuania. */
export const NORTHERN: Form[] = [
  // DK, IS, and SE in its short form: a birthday and four digits, which no longer have a check in Denmark
  { pattern: String.raw`\d{6}[-+]\d{4}`, valid: (found) => isDay(found, 'ddmmyy') || isDay(found, 'yymmdd') },
  { pattern: String.raw`(?:19|20)\d{6}[-+ ]?\d{4}`, valid: (found) => isDay(found, 'yyyymmdd') && checkedTail(found) },
  {
    pattern: String.raw`\d{6}[-+A-FU-Y]\d{3}[\dA-FHJ-NPR-Y]`,
    valid: (found) => /[A-Z]/i.test(found) && isFinnish(found),
  },
  { pattern: String.raw`\d{6} ?\d{5}`, valid: (found) => checked(fodselsnummer, asmens, ik)(found) },
  // LV: a birthday, or 32 and more in place of one, and five digits
  { pattern: String.raw`\d{6}-\d{5}`, valid: (found) => isDay(found, 'ddmmyy') || /^3[2-9]/.test(found) },
];

function isFinnish(found: string) {
  return hetu(found.toUpperCase()).isValid || isDay(found, 'ddmmyy');
}

function checkedTail(found: string) {
  return personnummer(found).isValid || personnummer(found.replace(/\D/g, '').slice(2)).isValid;
}
