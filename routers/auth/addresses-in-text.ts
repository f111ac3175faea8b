import { parse } from 'tldts';

const SCHEME = /[a-z][a-z\d+-]*:\/\//iu;
const MAIL_ADDRESS = /\S@[^\s@]+\.[^\s@]/u;
const WITH_PATH = /[\p{L}\p{N}]\.[\p{L}\p{N}-]{2,}\/\S/u;
const HOST = /[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
// Shorter ones are initials and titles more often than sites: Dr.Li, J.Co.
const SHORTEST_SITE = 3;

function isSite(host: string) {
  const { isIcann, isIp, domainWithoutSuffix } = parse(host);
  return isIp || /^www\./i.test(host) || Boolean(isIcann && (domainWithoutSuffix?.length ?? 0) >= SHORTEST_SITE);
}

/** Whether a text holds a web or email address, or what mail programs turn into a link: a scheme, a path, a known domain. */
export function holdsAddress(text: string) {
  // Full-width letters and invisible characters read the same, and some programs link them too.
  const plain = text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '');
  if ([SCHEME, MAIL_ADDRESS, WITH_PATH].some((address) => address.test(plain))) return true;
  return (plain.match(HOST) ?? []).some(isSite);
}
