import { QUERY_LENGTH } from '../../../insights/wire.ts';
import { ADDRESSES } from './addresses.ts';
import { CONTACTS } from './contacts.ts';
import { undisguised } from './disguises.ts';
import { KEYS, LOOKS_LIKE_KEYS } from './keys.ts';
import { NUMBERS } from './numbers.ts';
import { PASSWORDS } from './passwords.ts';
import { PEOPLE } from './people.ts';
import { PHONES } from './phones.ts';

// What has the strictest form is looked for first, so that nothing is left of it for looser ones to find a piece of.
const DETECTORS = [KEYS, PASSWORDS, CONTACTS, NUMBERS, ADDRESSES, PHONES, PEOPLE, LOOKS_LIKE_KEYS].flat();

/**
 * A question as it may leave the house: what would tell who somebody is, where they live, how they are reached or what
 * opens their doors is replaced by marks such as `[email]`. Harmless numbers stay. It is looked for in the text as a
 * reader sees it, whatever it is written with. The time it takes grows with the text's length and no faster.
 */
export const redact = (text: string) =>
  DETECTORS.reduce((rest, detect) => detect(rest), undisguised(text).slice(0, QUERY_LENGTH))
    .slice(0, QUERY_LENGTH)
    .toWellFormed();
