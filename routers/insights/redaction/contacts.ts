import { isIPv6 } from 'node:net';
import { blot, DASH, type Detector } from './blot.ts';

const AT = String.raw`(?:\s?(?:@|%40)\s?|\s?[[({<]\s?at\s?[\])}>]\s?)`;
const DOT = String.raw`(?:[.。]|\s?[[({<]\s?dot\s?[\])}>]\s?)`;
const LABEL = String.raw`[\p{L}\p{N}_-]{1,63}`;

/** `jane@example.com`, also with blanks, `(at)` and `[dot]`, percent-encoded, quoted, and without a top-level domain. */
const EMAIL = new RegExp(
  String.raw`(?<![\p{L}\p{N}._+-])(?:"[^"\n]{1,64}"|[\p{L}\p{N}._%+'&$!#*=?^~-]{1,64})${AT}(?:\[[0-9a-f.:]{3,45}\]|\p{L}[\p{L}\p{N}_-]{0,62}(?:${DOT}${LABEL}){0,6}|${LABEL}(?:${DOT}${LABEL}){1,6})`,
  'giu',
);

const SPELLED =
  /(?<![\p{L}\p{N}._+-])[\p{L}\p{N}._+-]{1,64} at [\p{L}\p{N}-]{1,63}(?: dot [\p{L}\p{N}-]{2,63}){1,3}(?![\p{L}\p{N}])/giu;

/** `sold 10 @ 5 dollars` is a price, `jane @ example.com` an address. */
const isAddress = (found: string) => !/\s/.test(found) || /[.。]|dot/i.test(found.split(/@|%40|at/i).at(-1) ?? '');

const OCTET = String.raw`(?:25[0-5]|2[0-4]\d|[01]?\d?\d)`;
const IPV4 = new RegExp(
  String.raw`(?<![\d.])${OCTET}(?:(?:\.|\[\.\])${OCTET}){3}(?:/\d{1,2}|:\d{2,5})?(?![\d]|\.\d)`,
  'g',
);
const VERSION = /(?:\bv|\bversion|\brelease|\bbuild|\bfirmware)\s?$/i;

const IPV6 = /(?<![0-9a-z:.])[0-9a-f:][0-9a-f:.]{1,44}(?:%\w{1,15})?(?:\/\d{1,3})?(?![0-9a-z])/gi;

/** Times and pairs of colons look alike; an address has a digit in it, or three parts at least. */
function isIpv6(found: string) {
  const bare = found.replace(/[%/].*$/, '');
  const candidates = [bare, bare.replace(/\.$/, ''), bare.replace(/[.:]$/, '')];
  return candidates.some((text) => isIPv6(text) && (/\d/.test(text) || text.split(':').filter(Boolean).length > 2));
}

const UUID = new RegExp(`(?<![0-9a-z])[0-9a-f]{8}(?:[${DASH}]?[0-9a-f]{4}){3}[${DASH}]?[0-9a-f]{12}(?![0-9a-z])`, 'gi');
const MAC = /(?<![0-9a-z:])[0-9a-f]{2}(?::[0-9a-f]{2}){5}(?![0-9a-z:])/gi;

/** How somebody, or somebody's machine, is reached over the network. */
export const CONTACTS: Detector[] = [
  blot('email', EMAIL, isAddress),
  blot('email', SPELLED),
  blot('uuid', UUID),
  blot('mac', MAC),
  blot('ip', IPV6, isIpv6),
  blot('ip', IPV4, (_found, before) => !VERSION.test(before)),
];
