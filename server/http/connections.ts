import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { seconds } from '../durations.ts';
import { PortalError } from '../errors.ts';
import { collectYoungSoon } from '../garbage-collection.ts';
import { networkOf } from '../identity/sender.ts';
import { type Account, type Budget, byteBudget } from './byte-budget.ts';
import { proxies } from './proxies.ts';

const MIB = 1024 * 1024;

/** Descriptors kept free for the database, files, Chromium and the insights service. */
const RESERVED = 64;
const MOST_CONNECTIONS = 8192;

const UNREAD: Budget = { total: 256 * MIB, each: 32 * MIB };
const SMALL = 16 * 1024;
const LARGE = 512 * 1024;
const TOO_MANY_UNREAD = 'Too many answers are waiting to be read. Please try again shortly.';

declare module 'fastify' {
  interface FastifyRequest {
    heldAnswers: Account | undefined;
    /** Counts an answer that a batch keeps until its last call is done. @throws SERVICE_UNAVAILABLE past the budget */
    holdAnswer: (bytes: number) => void;
  }
}

interface Bounds {
  connections: number;
  /** Bytes of responses that are not yet read. */
  unread: Budget;
  /** How long a response may remain unread, in milliseconds. */
  stalled: number;
}

/** The maximum number of open descriptors: from Linux, elsewhere an assumption. */
function descriptors() {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? MOST_CONNECTIONS);
  } catch {
    return MOST_CONNECTIONS;
  }
}

const defaults = (): Bounds => ({
  connections: Math.max(16, Math.min(MOST_CONNECTIONS, descriptors() - RESERVED)),
  unread: UNREAD,
  stalled: seconds(30),
});

/** Limits the connections of a server and of a network: one without a proxy may have at most half of them. */
function limitConnections(server: Server, { connections, stalled }: Bounds, isProxy: (address: string) => boolean) {
  const byNetwork = new Map<string, number>();
  server.maxConnections = connections;
  // Closes connections with unread responses. Other idle connections may be waiting for a model.
  server.setTimeout(stalled, (socket) => {
    if (socket.writableLength > 0) socket.destroy();
  });
  server.on('connection', (socket) => {
    const { remoteAddress = '' } = socket;
    const network = networkOf(remoteAddress);
    const own = byNetwork.get(network) ?? 0;
    if (own >= connections / 2 && !isProxy(remoteAddress)) {
      socket.destroy();
      return;
    }
    byNetwork.set(network, own + 1);
    socket.once('close', () => {
      const left = (byNetwork.get(network) ?? 0) - 1;
      if (left > 0) byNetwork.set(network, left);
      else byNetwork.delete(network);
    });
  });
}

/** Limits connections, and the bytes of responses that are not yet read. */
export function boundConnections(app: FastifyInstance, trusted: readonly string[], bounds = defaults()) {
  limitConnections(app.server, bounds, proxies(trusted));
  const unread = byteBudget(bounds.unread);
  app.decorateRequest('organization', undefined);
  app.decorateRequest('heldAnswers', undefined);
  app.decorateRequest('holdAnswer', function (this: FastifyRequest, bytes: number) {
    this.heldAnswers ??= unread(this);
    if (!this.heldAnswers.add(bytes)) throw new PortalError('SERVICE_UNAVAILABLE', TOO_MANY_UNREAD);
  });

  // With a callback: hooks that return promises cost each request turns of the microtask queue.
  app.addHook('onSend', (request, reply, payload, done) => {
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0;
    request.heldAnswers?.release();
    if (bytes <= SMALL || reply.statusCode >= 500) return done(null, payload);
    const held = unread(request);
    if (!held.add(bytes)) return done(new PortalError('SERVICE_UNAVAILABLE', TOO_MANY_UNREAD));
    reply.raw.once('close', held.release);
    if (bytes > LARGE) reply.raw.once('finish', collectYoungSoon);
    done(null, payload);
  });
}
