import { validate as egn } from 'stdnum/lib/cjs/bg/egn.js';
import { validate as rcCz } from 'stdnum/lib/cjs/cz/rc.js';
import { validate as amka } from 'stdnum/lib/cjs/gr/amka.js';
import { validate as oib } from 'stdnum/lib/cjs/hr/oib.js';
import { validate as pesel } from 'stdnum/lib/cjs/pl/pesel.js';
import { validate as cnp } from 'stdnum/lib/cjs/ro/cnp.js';
import { validate as emso } from 'stdnum/lib/cjs/si/emso.js';
import { validate as rcSk } from 'stdnum/lib/cjs/sk/rc.js';
import { checked, type Form, isDay } from './form.ts';

/** Months of women, and of years after 2000 or before 1900, have 20, 40, 50, 70 or 80 added. */
const isShiftedDay = (found: string) => {
  const digits = found.replace(/\D/g, '');
  const [month, day] = [Number(digits.slice(2, 4)) % 20 || Number(digits.slice(2, 4)) % 10, Number(digits.slice(4, 6))];
  return month <= 12 && day >= 1 && day <= 31;
};

/** Poland, Czechia, Slovakia, Hungary, Romania, Bulgaria, Croatia, Slovenia and Greece. */
export const EASTERN: Form[] = [
  { pattern: String.raw`\d{11}`, valid: checked(pesel, oib, amka) },
  { pattern: String.raw`\d{6}/\d{3,4}`, valid: (found) => isShiftedDay(found) || checked(rcCz, rcSk)(found) },
  { pattern: String.raw`\d{10}`, valid: checked(egn, rcCz) },
  { pattern: String.raw`[1-8]-\d{6}-\d{4}`, valid: (found) => isDay(found, 'yymmdd', 1) },
  { pattern: String.raw`[1-9]\d{12}`, valid: (found) => isDay(found, 'yymmdd', 1) || checked(cnp, emso)(found) },
];
