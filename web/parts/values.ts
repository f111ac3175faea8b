const TIME_ZONES = Intl.supportedValuesOf('timeZone');

/** The options of a select, with a stored value that is none of them first. */
export const withStored = (options: string[], stored: string | null) =>
  stored && !options.includes(stored) ? [stored, ...options] : options;

/** Time zones to choose from, written as words: America/New York. */
export const zonesWith = (stored: string | null) =>
  withStored(TIME_ZONES, stored).map((value) => ({ value, label: value.replaceAll('_', ' ') }));

/** The API takes null for an optional text that is empty. */
export const orNull = (text: string) => text.trim() || null;

/** A code as people type and paste it: blanks, hyphens and invisible characters in it mean nothing. */
export const bareCode = (text: string) => text.normalize('NFKC').replaceAll(/[\s\p{Pd}\p{Cf}\u2212]/gu, '');
