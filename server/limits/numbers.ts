export const seconds = (n: number) => n * 1000;
export const minutes = (n: number) => seconds(n * 60);
const hours = (n: number) => minutes(n * 60);
export const days = (n: number) => hours(n * 24);

const KIB = 1024;

/** Bodies, in bytes, by the first word of a procedure's path; deeper JSON than this is refused unread. */
const BODY_BYTES = new Map([
  ['auth', 16 * KIB],
  ['ingest', 4096 * KIB],
]);
export const bodyBytes = (word = '') => BODY_BYTES.get(word) ?? 1024 * KIB;
export const JSON_DEPTH = 32;
export const BATCH_CALLS = 20;

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
};

export const TAGS_PER_PAGE = 50;

/** A list of versions ends early once it holds so many characters of content. */
export const VERSIONS_CHARACTERS = 4_000_000;

/** Threads that render pages, how many pages may wait for them, and how long each may wait and take, in milliseconds. */
export const COMPOSING = { threads: 2, queue: 50, waiting: seconds(5), running: seconds(10) };

/** How many calls in a fixed window that opens with the first of them. Windows in milliseconds. */
export const RATES = {
  login: { max: 5, window: minutes(15) },
  register: { max: 20, window: hours(1) },
  // Per organization. Whoever registers may send mail to anyone: this keeps the portal from being a relay.
  invitations: { max: 200, window: hours(1) },
  /** Asking for a mail, by the address that asks; and the mails so caused, by the address that gets them. */
  mailRequests: { max: 20, window: hours(1) },
  mailsTo: { max: 3, window: hours(1) },
  // Budgets of their own: what somebody else causes keeps nobody from the mail that lets them in again.
  warningsTo: { max: 3, window: hours(1) },
  invitationsTo: { max: 3, window: hours(1) },
  insights: { max: 100, window: minutes(1) },
  // Per address, without a session.
  downloads: { max: 120, window: minutes(1) },
  everyOther: { max: 600, window: minutes(1) },
} as const;

/**
 * After so many wrong passwords in a row an account takes no more until the pause is over. An attempt that came in less
 * than `settled` ago may not have been checked yet.
 */
export const WRONG_PASSWORDS = { max: 10, pause: minutes(15), settled: seconds(1) };

/** Wrong codes that end a half-done sign-in, and those that an account takes in a window. */
export const WRONG_CODES = { perToken: 5, perAccount: 10, window: minutes(15) };

/** Mails an hour about changes of one account’s second factor: whoever turns it on and off all day floods nobody. */
export const SECOND_FACTOR_MAILS = 10;

/** A session older than this proves again who it is before it takes the second factor away. */
export const REAUTHENTICATION_AFTER = hours(1);

export const SESSION = { sliding: days(7), atMost: days(30), perUser: 100 };

/** How long a token of each kind is good, in milliseconds. */
export const TOKEN_LIFE = {
  email_verification: hours(24),
  password_reset: hours(1),
  second_factor: minutes(5),
  invitation: days(7),
};

export const TRAIL_KEPT_DAYS = 400;

/** Records of one request to the way in. */
export const RECORDS_PER_BATCH = 1000;

export const API_KEYS_PER_ORGANIZATION = 50;

/** Members and pending invitations of an organization together. */
export const SEATS_PER_ORGANIZATION = 500;

/** How many of a person's organizations are listed, the ones last used. */
export const ORGANIZATIONS_LISTED = 200;

/** The call to the insights service. Times in milliseconds. */
export const INSIGHTS = {
  /** What one attempt has, unless INSIGHTS_TIMEOUT_MS says otherwise. */
  attempt: { nlq: seconds(8), explain: seconds(8), scoring: seconds(1), playbook: seconds(1) },
  /** How often a query is sent again, by what went wrong; the highest of them is also the most in all. */
  repeats: { unreachable: 3, unavailable: 2, overloaded: 3, unusable: 0 },
  /** The pause before the first repeat, doubled for each further one, and what `Retry-After` may make of it. */
  pause: { unreachable: 200, unavailable: 200, overloaded: 500, unusable: 0 },
  pauseAtMost: seconds(5),
  answerBytes: 1024 * KIB,
  /** Characters of what the service says that are written to the log. */
  loggedText: 500,
  /** Calls under way at once in a process, those that may wait for their turn, and how long. */
  callsAtOnce: 100,
  callsWaiting: 500,
  turn: seconds(5),
  /** After so many failures in a row nothing is sent, until a single call is let through to see. */
  breaker: { failures: 40, pause: seconds(5) },
} as const;

/** Stripe sends an event again for some three days, and by hand for thirty. */
export const STRIPE_EVENTS_KEPT_DAYS = 45;

/** How long a wait may take before the caller gets a 503, in milliseconds. */
export const PATIENCE = {
  database: seconds(4),
  transaction: seconds(7),
  redis: seconds(2),
  // All calls to Stripe of one request together.
  stripe: seconds(9),
  passwordQueue: 100,
  passwordsAtOnce: 4,
  /** For each step with a mail server, and for a mail from the first packet to the server's word that it has it. */
  mailStep: seconds(10),
  mail: seconds(45),
  drain: seconds(9),
};

/** The oldest that a computed answer may be, in milliseconds, where nothing was written meanwhile. */
export const STALE = { analytics: hours(1), kpis: minutes(5), insightContext: minutes(5) };

/** PDF reports: how many are made at once, how many may wait, and how long any of them may take in all. */
export const REPORTS = {
  atOnce: 2,
  waiting: 8,
  /** Milliseconds. */
  patience: seconds(20),
  /** Seconds. */
  retryAfter: 10,
  /** Seconds for which the address of a file is good. */
  openFor: 15 * 60,
  /** Milliseconds. */
  kept: days(30),
  sweptAtOnce: 1000,
};
