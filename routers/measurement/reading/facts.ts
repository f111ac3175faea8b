import { findPhoneNumbersInText } from 'libphonenumber-js/min';
import type { MeasurementPlan } from '../../../db/schema/index.ts';
import type { StatedFact } from '../../../db/schema/scan-parts.ts';
import { addressesMatch, countryOf, domainsMatch, phonesMatch } from '../../visibility/public.ts';
import type { TextSpan } from './comparable-text.ts';
import { domainOfSite, type NamedHost } from './hosts.ts';
import type { Sentence } from './sentences.ts';

/** The record that facts are compared with. */
export interface FactRecord {
  phone: string | null;
  website: string | null;
  address: string | null;
  timezone: string | null;
}

/** A directory with the values that it lists. */
export type ListedValues = MeasurementPlan['listed'][number];

type Stated = Pick<StatedFact, 'kind' | 'stated'>;

const STREETS =
  'street|st|avenue|ave|road|rd|boulevard|blvd|drive|dr|lane|ln|court|ct|way|place|pl|square|sq|highway|hwy|parkway|pkwy|terrace|circle|wharf';
// A number and up to four words before the kind of street: 120 Exchange Street; or a German street with its number.
const ENGLISH = new RegExp(
  `(?<![\\p{L}\\p{N}])\\d{1,5}[a-z]?(?: [\\p{L}\\p{N}.'’-]{1,30}){1,4}? (?:${STREETS})(?![\\p{L}\\p{N}])`,
  'giu',
);
const GERMAN =
  /(?<![\p{L}\p{N}])(?:\p{Lu}[\p{L}.-]{0,30}(?:straße|strasse|str\.|weg|platz|allee|gasse|ring|damm|ufer)|\p{Lu}[\p{L}-]{1,30} (?:Straße|Strasse|Str\.|Platz|Allee|Weg|Ring)) ?\d{1,4} ?[a-zA-Z]?(?![\p{L}\p{N}])/gu;

/** Longer sentences are lists or tables; reading numbers in them takes the parser long. */
const LONGEST = 2000;

const phonesIn = (sentence: string, record: FactRecord): Stated[] =>
  findPhoneNumbersInText(sentence.slice(0, LONGEST), countryOf(record) ?? 'US').map(({ number }) => ({
    kind: 'phone',
    stated: number.number,
  }));

const addressesIn = (sentence: string): Stated[] =>
  [ENGLISH, GERMAN].flatMap((form) =>
    [...sentence.slice(0, LONGEST).matchAll(form)].map(([stated]) => ({ kind: 'address', stated: stated.trim() })),
  );

/** The street of a postal address: its first part with a number. */
const streetOf = (address: string) =>
  address
    .split(/[,\n;]/)
    .map((part) => part.trim())
    .find((part) => /\d/.test(part) && /\p{L}/u.test(part)) ?? address;

const same = {
  phone: (own: string, stated: string, record: FactRecord) => phonesMatch(own, stated, countryOf(record)),
  website: (own: string, stated: string) => domainsMatch(own, stated),
  address: (own: string, stated: string) => addressesMatch(streetOf(own), stated),
};

const LISTED = { phone: 'phone', website: 'domain', address: 'address' } as const;

interface Around {
  sentences: readonly Sentence[];
  hosts: readonly NamedHost[];
  record: FactRecord;
  listed: readonly ListedValues[];
  /** Domains that are no statement about the business: cited ones, of competitors and of directories. */
  others: ReadonlySet<string>;
}

const within = (span: TextSpan, { from, to }: TextSpan) => span.from >= from && span.to <= to;

/** What sentences that name a business state of it, where its record has a value to compare with; each value once. */
export function readFacts({ sentences, hosts, record, listed, others }: Around): StatedFact[] {
  const own = domainOfSite(record.website);
  const stated = sentences.flatMap((sentence): Stated[] => [
    ...(record.phone ? phonesIn(sentence.written, record) : []),
    ...(record.website
      ? hosts
          .filter(
            (host) => within(host, sentence) && !host.ofEmail && (host.domain === own || !others.has(host.domain)),
          )
          .map(({ host }): Stated => ({ kind: 'website', stated: host }))
      : []),
    ...(record.address ? addressesIn(sentence.written) : []),
  ]);
  const facts = new Map<string, StatedFact>();
  for (const { kind, stated: value } of stated) {
    const right = same[kind](record[kind] ?? '', value, record);
    const where = right
      ? undefined
      : listed.find((entry) => {
          const other = entry[LISTED[kind]];
          return other !== null && same[kind](other, value, record);
        });
    facts.set(`${kind} ${value}`, { kind, stated: value, right, directory: where?.directory ?? null });
  }
  return [...facts.values()];
}
