import { setTimeout as wait } from 'node:timers/promises';
import { seconds } from '../../../server/durations.ts';
import type { publicLookup } from '../../webhooks/public.ts';

/** The name by which robots.txt addresses the audit. */
export const AGENT = 'client-portal-audit';

/** How a website is visited. Tests set the clock, the pause and the limits. */
export interface Visit {
  /** Connects to public addresses only. */
  publicOnly: boolean;
  lookup: ReturnType<typeof publicLookup> | undefined;
  /** Ends the visit: the portal is closing, or the run was cancelled. */
  signal: AbortSignal | undefined;
  /** Milliseconds for one document, redirects included. */
  timeout: number;
  /** Milliseconds that only grow. */
  now: () => number;
  pause: (milliseconds: number) => Promise<unknown>;
}

/** A visit as the portal makes it, but for what is given. */
export const visitWith = (given: Pick<Visit, 'publicOnly'> & Partial<Visit>): Visit => ({
  lookup: undefined,
  signal: undefined,
  timeout: seconds(10),
  now: () => performance.now(),
  pause: (milliseconds) => wait(milliseconds, undefined, given.signal ? { signal: given.signal } : {}),
  ...given,
});
