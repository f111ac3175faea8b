import { validate as cpf } from 'stdnum/lib/cjs/br/cpf.js';
import { validate as ric } from 'stdnum/lib/cjs/cn/ric.js';
import { validate as aadhaar } from 'stdnum/lib/cjs/in/aadhaar.js';
import { validate as kimlik } from 'stdnum/lib/cjs/tr/tckimlik.js';
import { validate as idnr } from 'stdnum/lib/cjs/za/idnr.js';
import { checked, type Form, isDay } from './form.ts';

/** Large countries outside of the European Union. */
export const ELSEWHERE: Form[] = [
  { pattern: String.raw`\d{3}\.\d{3}\.\d{3}-\d{2}` }, // BR
  { pattern: String.raw`\d{11}`, valid: checked(cpf, kimlik) }, // BR, TR
  { pattern: String.raw`\d{3}-\d{3}-\d{3} \d{2}` }, // RU
  { pattern: String.raw`[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z\d]\d` }, // MX
  { pattern: String.raw`\d{4}([ -])\d{4}\1\d{4}`, valid: checked(aadhaar) }, // IN
  { pattern: String.raw`[A-Z]{5}\d{4}[A-Z]` }, // IN: permanent account number
  { pattern: String.raw`\d{13}`, valid: (found) => isDay(found, 'yymmdd') && checked(idnr)(found) }, // ZA
  { pattern: String.raw`\d{17}[\dX]`, valid: checked(ric) }, // CN
  { pattern: String.raw`\d{6}-[1-4]\d{6}`, valid: (found) => isDay(found, 'yymmdd') }, // KR
  { pattern: String.raw`\d{1,2}\.\d{3}\.\d{3}-[\dK]` }, // CL
  { pattern: String.raw`\d{2}-\d{8}-\d` }, // AR
  { pattern: String.raw`[STFGM]\d{7}[A-Z]` }, // SG
];
