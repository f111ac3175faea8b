import { comparable, findWords, type TextSpan } from './comparable-text.ts';
import { domainOfSite, type NamedHost } from './hosts.ts';

/** A business as answers name it. */
export interface Business {
  /** Its name and aliases. */
  names: string[];
  /** Its website or domain; null without one. */
  site: string | null;
}

/** The text of an answer, comparable, with the hosts in it and the domains that it cites. */
export interface ReadText {
  text: string;
  hosts: readonly NamedHost[];
  cited: ReadonlySet<string>;
}

/** A business in an answer: where the text names it, and whether the answer mentions it, be it in a citation alone. */
export function findBusiness({ text, hosts, cited }: ReadText, { names, site }: Business) {
  const domain = domainOfSite(site);
  const byName = names.flatMap((name) => findWords(text, comparable(name)));
  const byDomain: TextSpan[] = hosts.filter((host) => domain !== null && host.domain === domain);
  const spans = [...byName, ...byDomain].sort((one, other) => one.from - other.from);
  const mentioned = spans.length > 0 || (domain !== null && cited.has(domain));
  return { spans, first: spans[0]?.from ?? null, mentioned };
}

/** The position of a business among others by their first mention in the text, from 1; null where the text has none. */
export const positionAmong = (first: number | null, others: readonly (number | null)[]) =>
  first === null ? null : 1 + others.filter((other) => other !== null && other < first).length;
