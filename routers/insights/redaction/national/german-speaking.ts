import { validate as vnr } from 'stdnum/lib/cjs/at/vnr.js';
import { validate as ssn } from 'stdnum/lib/cjs/ch/ssn.js';
import { validate as idnr } from 'stdnum/lib/cjs/de/idnr.js';
import { validate as passport } from 'stdnum/lib/cjs/de/passport.js';
import { checked, type Form, isDay } from './form.ts';

/** Germany, Austria, Switzerland and Liechtenstein. */
export const GERMAN_SPEAKING: Form[] = [
  // CH, LI: AHV number
  { pattern: String.raw`756\.\d{4}\.\d{4}\.\d{2}` },
  { pattern: String.raw`756[ .-]?\d{4}[ .-]?\d{4}[ .-]?\d{2}`, valid: checked(ssn) },
  // DE: tax identification number, tax number of an office, pension insurance, identity card and passport
  { pattern: String.raw`\d{2} ?\d{3} ?\d{3} ?\d{3}`, valid: checked(idnr) },
  { pattern: String.raw`\d{2,3}/\d{3}/\d{4,5}` },
  { pattern: String.raw`\d{2} ?[0-3]\d[01]\d{3} ?[A-Z] ?\d{3}` },
  { pattern: String.raw`[CFGHJKLT][CFGHJKLMNPRTVWXYZ\d]{8}\d`, valid: (found) => checked(passport)(found) },
  // AT: insurance number
  { pattern: String.raw`\d{4} ?\d{6}`, valid: (found) => isDay(found, 'ddmmyy', 4) && checked(vnr)(found) },
];
