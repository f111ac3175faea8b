import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { TIMEOUTS } from '../../server/timeouts.ts';
import type { PortalProcess, settle } from './process.ts';
import { scan } from './scans.ts';

type Settled = Awaited<ReturnType<typeof settle>>;

export interface Seen {
  what: string;
  /** 0 without a response. */
  status: number;
  milliseconds: number;
  code: string | null;
  retryAfter: string | null;
  body: string;
}

/** Sends one request and returns its outcome, even without a response. */
async function observe(what: string, ask: () => ReturnType<Settled['person']['get']>): Promise<Seen> {
  const started = performance.now();
  const gone = (error: Error) => ({ status: 0, headers: new Headers(), text: String(error.cause ?? error) });
  const { status, headers, text } = await ask().catch(gone);
  const milliseconds = Math.round(performance.now() - started);
  return {
    what,
    status,
    milliseconds,
    code: headers.get('x-error-code'),
    retryAfter: headers.get('retry-after'),
    body: text,
  };
}

/** Concurrent callers that read, register and ingest until stopped. */
export function pressure(portal: PortalProcess, who: Settled, callers = 60) {
  const seen: Seen[] = [];
  const registered: { email: string; password: string }[] = [];
  const ingested: string[] = [];
  let stopping = false;

  const reads = (path: string) => () => observe(path, () => who.person.get(path));
  const registers = async () => {
    const account = { email: `${randomUUID()}@example.com`, password: `a password ${randomUUID()}` };
    const outcome = await observe('register', () => portal.visitor().post('/api/auth/register', account));
    if (outcome.status === 201) registered.push(account);
    return outcome;
  };
  const ingests = async () => {
    const outcome = await observe('ingest', () => who.pipeline.post('/api/ingest/scans', scan()));
    if (outcome.status === 201) ingested.push(JSON.parse(outcome.body).runId);
    return outcome;
  };
  const scores = reads('/api/visibility/scores');
  const work = [scores, scores, reads('/api/auth/account/profile'), reads('/api/visibility/score-history'), ingests];

  const loops = Array.from({ length: callers }, async (_, caller) => {
    const ask = caller === 0 ? registers : (work[caller % work.length] ?? scores);
    while (!stopping) {
      seen.push(await ask());
      await pause(30);
    }
  });
  return {
    seen,
    registered,
    ingested,
    async stop() {
      stopping = true;
      await Promise.all(loops);
    },
  };
}

/**
 * The longest wait for an answer, in milliseconds, by the portal's own time limits: the look-up of the caller and the
 * transaction after it, with two seconds for a busy machine; an ingest waits ten seconds at most for its place besides.
 */
const within = (what: string) => (what === 'ingest' ? 10_000 : 2_000) + TIMEOUTS.database + TIMEOUTS.transaction;

/** The unacceptable outcomes: late responses, and any but success or a complete 503. */
export const unfit = (seen: Seen[]) =>
  seen.filter(({ what, status, milliseconds, code, retryAfter, body }) => {
    const away =
      status === 503 && code === 'SERVICE_UNAVAILABLE' && Number(retryAfter) >= 1 && body.includes('"retry_after"');
    return milliseconds > within(what) || !(away || (status >= 200 && status < 300));
  });
