import type { Database } from '../../db/database.ts';
import type { Place } from '../place.ts';
import type { Bound } from './bounds.ts';
import type { Answer, Ask } from './caller.ts';
import type { Client } from './clients.ts';

/** What an attacker has while the attack runs, in a thread of its own. */
export interface Stage {
  url: string;
  /** Calls the portal and counts the answer. Every attacker has one address, which no neighbour has. */
  call: (ask: Ask) => Promise<Answer>;
  /** Counts something besides answers. */
  count: (what: string) => void;
  /** The n-th client of the attackers, and the n-th text that was prepared, from the start again after the last. */
  client: (n: number) => Client;
  prepared: (n: number) => string;
  /** Aborted at the end of the time. */
  signal: AbortSignal;
  quick: boolean;
}

/** An attack, the requests of its neighbours meanwhile, and the bounds that hold for them. */
export interface Attack {
  name: string;
  title: string;
  /** The number of organizations that attack. */
  clients: number;
  /** Stores what the attack needs and returns ids, tokens, keys or cookies. */
  prepare?: (database: Database, clients: Client[]) => Promise<string[]>;
  run: (stage: Stage) => Promise<unknown>;
  /** Whether the attack ends by itself, not after a time. */
  ends?: true;
  /** The n-th request of the neighbours; by default an uncached read. */
  neighbour?: (client: Client, n: number) => Ask;
  /** Milliseconds between the requests of the neighbours; by default 20. */
  every?: number;
  /** Milliseconds after which a request of the neighbours counts as failed; by default 10 seconds. */
  timeout?: number;
  /** Settings of the portal. @throws NotPossible */
  settings?: (place: Place) => Promise<Record<string, string>>;
  bounds: Bound[];
  /** Whether the bounds apply to PostgreSQL only: statements of the embedded database run in the portal’s thread. */
  serverOnly?: true;
}

/** The attack cannot be made on this machine; the message says why. */
export class NotPossible extends Error {}

/** Repeats work in a number of loops at once until the end of the time. */
export const inLoops = (
  { signal }: Pick<Stage, 'signal'>,
  loops: number,
  work: (loop: number, round: number) => Promise<unknown>,
) =>
  Promise.all(
    Array.from({ length: loops }, async (_, loop) => {
      for (let round = 0; !signal.aborted; round++) await work(loop, round);
    }),
  );

/**
 * Throws for an answer other than 2xx: without this call the attack would be harmless. At the end of the time there is
 * none.
 */
export function mustSucceed({ status }: Answer, what: string) {
  if (status > 0 && (status < 200 || status > 299)) throw new Error(`${what}: ${status}`);
}
