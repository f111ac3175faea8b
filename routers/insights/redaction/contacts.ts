import { isIPv6 } from 'node:net';
import { DASH, type Detector, detector, where } from './detector.ts';

const AT = String.raw`(?:\s?(?:@|%40)\s?|\s?[[({<]\s?(?:at|ät|@)\s?[\])}>]\s?)`;
const DOT = String.raw`(?:[.。]|\s?[[({<]\s?(?:dot|punkt|\.)\s?[\])}>]\s?)`;
const LABEL = String.raw`[\p{L}\p{N}_-]{1,63}`;

/** `jane@example.com`, also with spaces, `(at)` and `[dot]`, percent-encoded, quoted, or without a top-level domain. */
const EMAIL = new RegExp(
  String.raw`(?<![\p{L}\p{N}._+-])(?:"[^"\n]{1,64}"|[\p{L}\p{N}._%+'&$!#*=?^~-]{1,64})${AT}(?:\[[0-9a-f.:]{3,45}\]|\p{L}[\p{L}\p{N}_-]{0,62}(?:${DOT}${LABEL}){0,6}|${LABEL}(?:${DOT}${LABEL}){1,6})`,
  'giu',
);

const SPELLED_OUT =
  /(?<![\p{L}\p{N}._+-])[\p{L}\p{N}._+-]{1,64}(?: (?:dot|punkt|minus) [\p{L}\p{N}_-]{1,30}){0,3} (?:at|ät|klammeraffe) [\p{L}\p{N}-]{1,63}(?: (?:minus|dash|bindestrich) [\p{L}\p{N}-]{1,63}){0,3}(?:\.[\p{L}]{2,10}|(?: (?:dot|punkt) [\p{L}\p{N}-]{2,63}){1,3})(?![\p{L}\p{N}])/giu;

const SPACED =
  /(?<![\p{L}\p{N}._+-])[\p{L}\p{N}._+-]{1,64}\s?@\s?[\p{L}\p{N}-]{1,63}\s?\.\s?(?:com|net|org|de|at|ch|co\s?\.\s?uk|io|eu|info|ca|ie|nz|fr|nl|it|es|li)(?![\p{L}\p{N}]|\.\p{L})/giu;

const BRACKETED =
  /(?<![\p{L}\p{N}._+-])[\p{L}\p{N}_+-]{1,40}(?:\s?[([{]\s?(?:dot|punkt)\s?[)\]}]\s?[\p{L}\p{N}_+-]{1,40}){1,4}\s?[([{]\s?(?:at|ät|@)\s?[)\]}]\s?[\p{L}\p{N}-]{1,63}(?:\s?[([{]?\s?(?:dot|punkt|\.)\s?[)\]}]?\s?[\p{L}]{2,20}){1,3}/giu;

/** Distinguishes the address `jane @ example.com` from the price `sold 10 @ 5 dollars`. */
const isAddress = (found: string) => !/\s/.test(found) || /[.。]|dot/i.test(found.split(/@|%40|at/i).at(-1) ?? '');

const OCTET = String.raw`(?:25[0-5]|2[0-4]\d|[01]?\d?\d)`;
const IPV4 = new RegExp(
  String.raw`(?<![\d.])${OCTET}(?:(?:\.|\[\.\])${OCTET}){3}(?:/\d{1,2}|:\d{2,5})?(?![\d]|\.\d)`,
  'g',
);
const VERSION = /(?:\bv|\bversion|\brelease|\bbuild|\bfirmware)\s?$/i;

const IPV6 = /(?<![0-9a-z:.])[0-9a-f:][0-9a-f:.]{1,44}(?:%\w{1,15})?(?:\/\d{1,3})?(?![0-9a-z])/gi;

/** Times contain colons too; an address has a digit or at least three groups. */
function isIpv6(found: string) {
  const bare = found.replace(/[%/].*$/, '');
  const candidates = [bare, bare.replace(/\.$/, ''), bare.replace(/[.:]$/, '')];
  return candidates.some((text) => isIPv6(text) && (/\d/.test(text) || text.split(':').filter(Boolean).length > 2));
}

const UUID = new RegExp(`(?<![0-9a-z])[0-9a-f]{8}(?:[${DASH}]?[0-9a-f]{4}){3}[${DASH}]?[0-9a-f]{12}(?![0-9a-z])`, 'gi');
const MAC =
  /(?<![0-9a-z:-])(?:[0-9a-f]{2}([:-])[0-9a-f]{2}(?:\1[0-9a-f]{2}){4}|[0-9a-f]{4}(?:\.[0-9a-f]{4}){2})(?![0-9a-z:-])/gi;

/** Email addresses, IP and MAC addresses, and UUIDs. */
export const CONTACTS: Detector[] = [
  where(/[@([{]/, [detector('email', BRACKETED), detector('email', SPACED)]),
  detector('email', EMAIL, isAddress),
  where(/(?:at|ät|klammeraffe) /i, [detector('email', SPELLED_OUT)]),
  detector('uuid', UUID),
  detector('mac', MAC, (found) => /[a-f]/i.test(found) || /[:]/.test(found)),
  detector('ip', IPV6, isIpv6),
  detector('ip', IPV4, (_found, before) => !VERSION.test(before)),
];
