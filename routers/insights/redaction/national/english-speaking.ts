import { validate as tfn } from 'stdnum/lib/cjs/au/tfn.js';
import { validate as sin } from 'stdnum/lib/cjs/ca/sin.js';
import { validate as pps } from 'stdnum/lib/cjs/ie/pps.js';
import { validate as ird } from 'stdnum/lib/cjs/nz/ird.js';
import { checked, type Form } from './form.ts';

/** The United States, the United Kingdom, Canada, Australia, New Zealand and Ireland. */
export const ENGLISH_SPEAKING: Form[] = [
  // US: Medicare beneficiary identifier
  {
    pattern: String.raw`[1-9][AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y\d]\d-?[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y\d]\d-?[AC-HJKMNP-RT-Y]{2}\d\d`,
  },
  // GB: national insurance number
  { pattern: String.raw`(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z](?: ?\d\d){3} ?[A-D]` },
  // GB: driving licence
  { pattern: String.raw`[A-Z9]{5}\d[0156]\d[0-3]\d\d[A-Z9]{2}\d[A-Z]{2}` },
  // CA, AU, NZ: with hyphens; 9 digits alone may be anything
  { pattern: String.raw`\d{3}-\d{3}-\d{3}`, valid: checked(sin, tfn, ird) },
  { pattern: String.raw`\d{2}-\d{3}-\d{3}`, valid: checked(ird) },
  // AU: Medicare card
  { pattern: String.raw`[2-6]\d{3} \d{5} \d` },
  { pattern: String.raw`\d{7}[A-W][A-IW]?`, valid: checked(pps) },
];
