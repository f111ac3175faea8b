import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fairQueue } from '../../db/fair-queue.ts';
import { seconds } from '../durations.ts';
import { PortalError } from '../errors.ts';

/** Bytes from which an answer is large. One of 4 MiB takes 80 ms of the event loop and 30 MiB of memory. */
const LARGE = 256 * 1024;

/** For how long a route counts as one of large answers of an organization, and how many such pairs are kept. */
const KEPT = { time: seconds(60), pairs: 10_000 };

// Of all organizations few: each keeps the event loop for tens of milliseconds at a time.
const TURNS = { atOnce: 4, perKey: 2, waiting: 200 };
/** How long a call waits for its turn, and how long at most its organization rests after it. */
const PATIENCE = seconds(10);
const REST = 250;

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the turn of a call whose answer may be large. */
    endTurnOfLarge: (() => void) | undefined;
    /** Bytes of the answers that a batch has so far. */
    answered: number;
    /** Waits for the turn of a call whose answer may be large; nothing where the answers of its route are small. */
    turnOfLarge: () => Promise<void> | undefined;
  }
}

/**
 * Lets the calls of an organization that have large answers run two at a time, each followed by a rest as long as it took:
 * others have half of the event loop, and the process holds few of these answers. Which routes have them is seen by their
 * last answers to the organization; a batch waits once it has a large answer, before its next call.
 */
export function shareLargeAnswers(app: FastifyInstance) {
  const turns = fairQueue(TURNS);
  const lastLarge = new Map<string, number>();

  const pairOf = ({ organization, routeOptions, params }: FastifyRequest) =>
    `${organization} ${routeOptions.url} ${(params as { path?: string }).path}`;

  function note(pair: string) {
    lastLarge.delete(pair);
    lastLarge.set(pair, performance.now());
    const [oldest] = lastLarge.size > KEPT.pairs ? lastLarge.keys() : [];
    if (oldest !== undefined) lastLarge.delete(oldest);
  }

  async function turnOf(request: FastifyRequest) {
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const work = async () => {
      const start = performance.now();
      begun.resolve();
      await ended.promise;
      await pause(Math.min(performance.now() - start, REST), undefined, { ref: false });
    };
    turns.run(String(request.organization), work, PATIENCE).catch(begun.reject);
    await begun.promise;
    request.endTurnOfLarge = ended.resolve;
    // Nobody reads the answer any more.
    if (!request.socket.destroyed) return;
    ended.resolve();
    throw new PortalError('SERVICE_UNAVAILABLE');
  }

  app.decorateRequest('endTurnOfLarge', undefined);
  app.decorateRequest('answered', 0);
  app.decorateRequest('turnOfLarge', function (this: FastifyRequest) {
    if (this.endTurnOfLarge) return undefined;
    if (this.answered >= LARGE) return turnOf(this);
    if (lastLarge.size === 0) return undefined;
    const last = lastLarge.get(pairOf(this));
    return last !== undefined && performance.now() - last < KEPT.time ? turnOf(this) : undefined;
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
    if (bytes >= LARGE && request.organization) note(pairOf(request));
    request.endTurnOfLarge?.();
    done(null, payload);
  });
}
