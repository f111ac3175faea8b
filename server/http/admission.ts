import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type FairQueue, fairQueue } from '../../flow/fair-queue.ts';
import { seconds } from '../durations.ts';
import { PortalError } from '../errors.ts';
import { networkOfRequest } from '../identity/sender.ts';
import { ANSWER_BYTES } from '../limits/sizes.ts';

/** What a call weighs: `heavy` ones have answers, or work, of up to 4 MiB. */
export type CallWeight = 'ordinary' | 'heavy';

const NO_END = Number.POSITIVE_INFINITY;

/** A kind of place among the requests in flight: its name in the access line, and its bounds. */
interface Lane {
  name: string;
  queue: FairQueue;
}

/**
 * Opens the queues of an app. A neighbour waits for the requests of a bad caller that are in flight, a millisecond of
 * the event loop each: 64 of a network until it is known whose they are, and strangers for good; then 16 of an
 * organization, and 2 heavy ones. Of these 16 in all: each may take 30 MiB. How many wait of a network is bounded by
 * its connections.
 */
const openLanes = () => ({
  network: { name: 'network', queue: fairQueue({ atOnce: NO_END, perKey: 64, waiting: NO_END }) },
  ordinary: { name: 'organization', queue: fairQueue({ atOnce: NO_END, perKey: 16, waiting: 1000 }) },
  heavy: { name: 'heavy calls', queue: fairQueue({ atOnce: 16, perKey: 2, waiting: 200 }) },
});

/** How long a request waits for its place. */
const PATIENCE = seconds(10);

const busy = (cause: unknown) => new PortalError('SERVICE_UNAVAILABLE', undefined, { cause });

/** By whom calls and bytes are counted: many organizations may share an address, and one may have many. */
export const holderOf = (request: FastifyRequest) => request.organization ?? networkOfRequest(request);

/** Adds a wait to those of a request. */
export function noteWait(request: FastifyRequest, reason: string, ms: number) {
  if (ms < 0.5) return;
  const { waited } = request;
  const longest = Math.max(ms, waited?.longest ?? 0);
  request.waited = { for: waited && longest > ms ? waited.for : reason, ms: ms + (waited?.ms ?? 0), longest };
}

/** The place of a request among those in flight. */
class Place {
  readonly #request: FastifyRequest;
  readonly #lanes: ReturnType<typeof openLanes>;
  #lane: Lane;
  #key: string;
  #leave: (() => void) | undefined;

  constructor(request: FastifyRequest, lanes: ReturnType<typeof openLanes>) {
    this.#request = request;
    this.#lanes = lanes;
    this.#lane = lanes.network;
    this.#key = networkOfRequest(request);
  }

  /** Takes the place, if that needs no wait. */
  tryEnter(): boolean {
    this.#leave = this.#lane.queue.tryEnter(this.#key);
    return this.#leave !== undefined;
  }

  /** Waits for the place. @throws QueueFull */
  async enter(signal?: AbortSignal) {
    if (this.tryEnter()) return;
    const began = performance.now();
    try {
      this.#leave = await this.#lane.queue.enter(this.#key, signal);
    } finally {
      noteWait(this.#request, this.#lane.name, performance.now() - began);
    }
  }

  /**
   * Changes to a place of the organization that calls, if it is known: heavy calls have their own. Returns whether
   * there was a wait, in which access may have ended.
   *
   * @throws SERVICE_UNAVAILABLE after ten seconds, or for a query that nobody waits for any more
   */
  async changeTo(weight: CallWeight): Promise<boolean> {
    const { organization, method, socket } = this.#request;
    const lane = organization || weight === 'heavy' ? this.#lanes[weight] : this.#lane;
    if (this.#lane === lane || this.#lane === this.#lanes.heavy) return false;
    this.leave();
    [this.#lane, this.#key] = [lane, organization ?? this.#key];
    if (this.tryEnter()) return false;
    await this.enter(AbortSignal.timeout(PATIENCE)).catch((cause) => {
      throw busy(cause);
    });
    if (method === 'GET' && socket.destroyed) throw new PortalError('SERVICE_UNAVAILABLE');
    return true;
  }

  /**
   * Gives the place up for a wait that takes nothing of this process, such as for a body or a model, and then takes it
   * again.
   */
  async outside<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#leave) return work();
    this.leave();
    try {
      return await work();
    } finally {
      // Work that has begun is not refused.
      await this.enter().catch(() => {});
    }
  }

  leave() {
    this.#leave?.();
    this.#leave = undefined;
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    place: Place | undefined;
    /** The organization of the caller, once it is known. */
    organization: string | undefined;
    /** For what the request has waited longest, and for how many milliseconds in all: a field of its access line. */
    waited: { for: string; ms: number; longest: number } | undefined;
    /** Maximum bytes of the answer to the call under way, by what it weighs. */
    answerBytes: number;
  }
}

/** Counts the requests in flight, by the organization that calls, else by network: those beyond its bounds wait. */
export function admit(app: FastifyInstance) {
  const lanes = openLanes();
  app.decorateRequest('place', undefined);
  app.decorateRequest('organization', undefined);
  app.decorateRequest('waited', undefined);
  app.decorateRequest('answerBytes', ANSWER_BYTES.heavy);
  app.addHook('onRequest', (request, _reply, done) => {
    const place = new Place(request, lanes);
    request.place = place;
    if (place.tryEnter()) return done();
    place.enter(AbortSignal.timeout(PATIENCE)).then(
      () => done(),
      (cause) => done(busy(cause)),
    );
  });
  // The answer is made: how fast it is read is not the process's. Files for strangers keep their place until they are
  // read: hundreds of unread ones fill the memory that the system has for all connections.
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.organization || !(payload instanceof Readable)) request.place?.leave();
    done(null, payload);
  });
  app.addHook('onResponse', (request, _reply, done) => {
    request.place?.leave();
    done();
  });
}

/** Runs work outside of the place of a request: see {@link Place.outside}. */
export const outside = <T>({ place }: FastifyRequest, work: () => Promise<T>): Promise<T> =>
  place ? place.outside(work) : work();
