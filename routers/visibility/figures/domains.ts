import { domainToASCII } from 'node:url';
import { getDomain, getHostname } from 'tldts';

/**
 * The registrable name of a domain or URL, in lower case and ASCII, so that `https://www.Example.com/` is
 * `example.com`. By the public suffix list, its private part included: two shops of one site builder are two. Null of
 * what names no host.
 */
export function registrableDomain(text: string): string | null {
  const host = getHostname(text.trim());
  return host && (getDomain(domainToASCII(host) || host, { allowPrivateDomains: true }) ?? host);
}

/** Whether two domains or URLs belong to one registrable name. */
export const sameDomain = (one: string, other: string) =>
  registrableDomain(one) !== null && registrableDomain(one) === registrableDomain(other);
