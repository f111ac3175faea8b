const KIB = 1024;

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

/** Maximum bytes of a response, including that of a batch. */
export const ANSWER_BYTES = 4096 * KIB;
export const BATCH_BYTES = 8192 * KIB;

/** The answers that are kept for the idempotency keys of a client within 24 hours. */
export const KEPT_ANSWERS = { keys: 20_000, bytes: 256 * 1024 * KIB };

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
export const RECORDS_PER_DAY = { trafficHourly: 240, trafficSources: 500, pagePerformance: 1_000 };

/** Maximum number of records in one batch. */
export const RECORDS_PER_BATCH = 1000;

/**
 * Bodies of ingestion in memory: in total, per client, and the calls of a client that may wait. Parsed, the largest takes
 * 30 MiB of the 1 GiB that `npm start` gives to the heap.
 */
export const INGEST_BODIES = { atOnce: 24, perKey: 2, waiting: 20 };
