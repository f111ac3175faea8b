import { domainToASCII } from 'node:url';
import { getDomain, getHostname } from 'tldts';

/**
 * The registrable domain of a domain or URL, in ASCII lower case: `example.com` for `https://www.Example.com/`. Uses
 * the private part of the public suffix list too, so shops of one site builder differ. Null without a host.
 */
export function registrableDomain(text: string): string | null {
  const host = getHostname(text.trim());
  return host && (getDomain(domainToASCII(host) || host, { allowPrivateDomains: true }) ?? host);
}

/** Whether two domains or URLs have the same registrable domain. */
export const domainsMatch = (one: string, other: string) =>
  registrableDomain(one) !== null && registrableDomain(one) === registrableDomain(other);
