import { registrableDomain } from '../../visibility/public.ts';
import type { TextSpan } from './comparable-text.ts';

/** A host that a text names, with its registrable domain; a host without one stands for itself. */
export interface NamedHost extends TextSpan {
  host: string;
  domain: string;
  /** Whether it is the part of an email address behind the @. */
  ofEmail: boolean;
}

// An address, or a name with a dot. The text before decides where a name begins, so that no part of one is tried again.
const HOST =
  /(?:https?:\/\/(?:[^\s/@<>"'()]{0,200}@)?(?<url>[^\s/:?#<>"'()]{1,253}))|(?<![\p{L}\p{N}\p{M}._-])(?<bare>(?:[\p{L}\p{N}\p{M}_-]{1,63}\.){1,10}[\p{L}\p{M}\p{N}-]{2,63})/gu;

/** The registrable domain of a website or host; null without one. */
export const domainOfSite = (site: string | null) => (site ? registrableDomain(site) : null);

/** The hosts that a comparable text names, in their order. */
export function findHosts(text: string): NamedHost[] {
  const found: NamedHost[] = [];
  for (const match of text.matchAll(HOST)) {
    const host = (match.groups?.url ?? match.groups?.bare ?? '').replace(/\.+$/, '');
    const domain = registrableDomain(host);
    if (!domain) continue;
    const from = match.index;
    found.push({ host, domain, from, to: from + match[0].length, ofEmail: text[from - 1] === '@' });
  }
  return found;
}
