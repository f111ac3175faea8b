import { QUERY_LENGTH } from '../../../insights/wire.ts';
import { ADDRESSES } from './addresses.ts';
import { BIRTHS, BIRTHS_OF_NAMES } from './births.ts';
import { CONTACTS } from './contacts.ts';
import { SOCIAL_HANDLES } from './handles.ts';
import { KEYS, RANDOM_STRINGS } from './keys.ts';
import { NATIONAL } from './national.ts';
import { normalizeQuestion } from './normalize.ts';
import { NUMBERS } from './numbers.ts';
import { PASSWORDS } from './passwords.ts';
import { people } from './people/people.ts';
import { PHONES } from './phones.ts';

// Strict patterns run first, so that looser ones cannot match a part of their matches.
const DETECTORS = [
  KEYS,
  PASSWORDS,
  SOCIAL_HANDLES,
  CONTACTS,
  NUMBERS,
  BIRTHS,
  NATIONAL,
  ADDRESSES,
  PHONES,
  people,
  BIRTHS_OF_NAMES,
  RANDOM_STRINGS,
].flat();

/**
 * Replaces personal data, contact details and credentials in a question with marks such as `[email]`; other numbers
 * stay. Works on the normalized text, in time linear in its length.
 */
export const redact = (text: string) =>
  DETECTORS.reduce((rest, detect) => detect(rest), normalizeQuestion(text).slice(0, QUERY_LENGTH))
    .slice(0, QUERY_LENGTH)
    .toWellFormed();
