import { LRUCache } from 'lru-cache';

// Days and hours are computed here and by PostgreSQL: a time zone must have the same meaning to both.

// Intl also accepts offsets such as +02:00 and names of old systems, and takes 100 ms to refuse 4 MB of text.
const NAME = /^(?!SystemV)[A-Za-z][\w/+-]{0,63}$/;

/** Short names that only Intl knows, from Java: PostgreSQL refuses some, and takes others for places such as Israel. */
const OF_JAVA = new Set(
  'ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST'.split(' '),
);

function resolved(name: string) {
  try {
    return NAME.test(name) ? new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The name under which both know an IANA time zone; undefined for other names. Words such as CET become a place: for
 * PostgreSQL they are abbreviations without summer time.
 */
export function canonicalZone(name: string): string | undefined {
  const known = OF_JAVA.has(name.toUpperCase()) ? undefined : resolved(name);
  return known && name.includes('/') && known.toLowerCase() !== name.toLowerCase() ? name : known;
}

// To make a formatter for each call would take half of the time of a small one.
const zones = new LRUCache<string, string>({
  max: 1000,
  memoMethod: (stored) => canonicalZone(stored) ?? resolved(stored) ?? 'UTC',
});

/** The time zone to compute with for a stored name, which may be older than the rules for new ones. */
export const zoneInUse = (stored: string) => zones.memo(stored);
