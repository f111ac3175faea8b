import { KIB, MIB } from '../../flow/byte-units.ts';

/** Maximum body sizes, in bytes. */
export const BODY_BYTES = { credentials: 16 * KIB, usual: 1024 * KIB, ingest: 4096 * KIB };

/** Maximum nesting of JSON. */
export const JSON_DEPTH = 32;
/** Maximum number of values in a JSON body, nested ones included: 4 MiB of valid records hold up to 400,000. */
export const JSON_VALUES = { usual: 50_000, ingest: 500_000 };
/** Maximum number of blank lines in NDJSON: a million of them take as long as a thousand records. */
export const BLANK_LINES = 10_000;
/** Maximum number of fields of one object in a JSON body; the widest that any schema allows is a fifth of it. */
export const OBJECT_FIELDS = 1_000;
export const BATCH_CALLS = 20;

/** Maximum bytes of an answer, by what its call weighs, and of those of a batch together. */
export const ANSWER_BYTES = { ordinary: 256 * KIB, heavy: 4096 * KIB };
export const BATCH_BYTES = 8192 * KIB;

/**
 * Maximum bytes of the result of a tool of assistants, which holds its answer twice: as text and structured. A list
 * ends before `list`.
 */
export const TOOL_BYTES = { result: 64 * KIB, list: 28 * KIB };

/** The answers that are kept for the idempotency keys of a client within 24 hours. */
export const KEPT_ANSWERS = { keys: 20_000, bytes: 256 * MIB };

/** Characters of text. Passwords count code points after NFKC. */
export const TEXT = {
  email: 254,
  name: 120,
  insightQuery: 2000,
  passwordMin: 8,
  passwordMax: 128,
  url: 2048,
  address: 300,
  pageTitle: 300,
  pageContent: 500_000,
  seoTitle: 300,
  seoDescription: 1000,
  tag: 60,
  feedback: 2000,
  comment: 2000,
};

export const TAGS_PER_PAGE = 50;

/** Maximum number of a client's records of the types that one answer sorts or counts whole. */
export const RECORDS_PER_CLIENT = {
  goals: 5_000,
  actionItems: 20_000,
  investments: 20_000,
  reviews: 200_000,
  suggestions: 10_000,
  calendarEntries: 20_000,
  templates: 2_000,
  socialProfiles: 20_000,
};

/** Maximum number of a client's records of one day, of the types that are summed over periods. */
export const RECORDS_PER_DAY = {
  trafficHourly: 240,
  trafficSources: 500,
  pagePerformance: 1_000,
  websitePeriods: 500,
  searchDaily: 2_000,
};

/** Maximum number of records in one batch. */
export const RECORDS_PER_BATCH = 1000;

/**
 * Bodies of ingestion that an embedded database takes in at once, in all and of a client, and the calls of a client
 * that may wait.
 */
export const EMBEDDED_BODIES = { atOnce: 24, perKey: 1, waiting: 20 };

/** What a file of rows that somebody imports may hold. */
export const IMPORT_FILE = { rows: 100_000, columns: 500, columnName: 200, cells: 2_000_000, depth: JSON_DEPTH };
