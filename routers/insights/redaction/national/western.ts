import { validate as nn } from 'stdnum/lib/cjs/be/nn.js';
import { validate as cyprus } from 'stdnum/lib/cjs/cy/vat.js';
import { validate as dni } from 'stdnum/lib/cjs/es/dni.js';
import { validate as nie } from 'stdnum/lib/cjs/es/nie.js';
import { validate as nif } from 'stdnum/lib/cjs/fr/nif.js';
import { validate as nir } from 'stdnum/lib/cjs/fr/nir.js';
import { validate as bsn } from 'stdnum/lib/cjs/nl/bsn.js';
import { validate as cc } from 'stdnum/lib/cjs/pt/cc.js';
import { checked, type Form, isDay } from './form.ts';

/** France, Belgium, the Netherlands, Luxembourg, Spain, Portugal, Italy, Malta, Cyprus and Greece. */
export const WESTERN: Form[] = [
  { pattern: String.raw`[1-478](?: ?\d\d){2} ?(?:\d\d|2[AB])(?: ?\d{3}){2}(?: ?\d\d)?`, valid: checked(nir) },
  // written in the usual groups, with or without its key
  { pattern: String.raw`[12] \d\d (?:0[1-9]|1[0-2]|[2-9]\d) (?:\d\d|2[AB]) \d{3} \d{3}(?: \d\d)?` },
  { pattern: String.raw`[0-3]\d ?\d\d ?\d{3} ?\d{3} ?\d{3}`, valid: checked(nif) },
  { pattern: String.raw`0\d(?: \d\d){4} \d{3}`, valid: checked(nif) },
  { pattern: String.raw`\d\d[. ]?\d\d[. ]?\d\d[- ]?\d{3}[. ]?\d\d`, valid: checked(nn) },
  { pattern: String.raw`\d\d\.\d\d\.\d\d-\d{3}\.\d\d` },
  { pattern: String.raw`\d{4}\.\d\d\.\d{3}`, valid: checked(bsn) },
  // LU: birthday and five digits
  { pattern: String.raw`(?:19|20)\d\d ?\d{4} ?\d{5}`, valid: (found) => isDay(found, 'yyyymmdd') },
  { pattern: String.raw`\d{8}[ -]?[A-Z]`, valid: checked(dni) },
  { pattern: String.raw`\d\d\.\d{3}\.\d{3}-?[A-Z]`, valid: checked(dni) },
  { pattern: String.raw`[XYZ][ -]?\d{7}[ -]?[A-Z]`, valid: checked(nie) },
  { pattern: String.raw`\d{8} ?\d ?[A-Z\d]{2}\d`, valid: (found) => /[A-Z]/i.test(found) && checked(cc)(found) },
  // IT: codice fiscale, also with letters in place of digits
  { pattern: String.raw`[A-Z]{6} ?[\dL-NP-V]{2}[A-EHLMPRST][\dL-NP-V]{2} ?[A-Z][\dL-NP-V]{3}[A-Z]` },
  { pattern: String.raw`[A-Z]{3} [A-Z]{3} \d\d[A-EHLMPRST]\d\d [A-Z]\d{3}[A-Z]` },
  { pattern: String.raw`0\d{6}[MGAPLHBZ]` },
  { pattern: String.raw`\d{8}[A-Z]`, valid: (found) => checked(cyprus)(found) || /^[09]/.test(found) },
];
