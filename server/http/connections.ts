import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { seconds } from '../durations.ts';
import type { Env } from '../env.ts';
import { PortalError } from '../errors.ts';
import { collectYoungSoon } from '../garbage-collection.ts';
import { networkOf } from '../identity/sender.ts';
import { type Budget, type BudgetAccount, byteBudget } from './byte-budget.ts';
import { connectionShares } from './connection-shares.ts';
import { proxies } from './proxies.ts';

const MIB = 1024 * 1024;

/**
 * Descriptors kept free for files, Chromium and the insights service; the database has its own. An embedded portal holds 89
 * when it listens and 99 after a report.
 */
const RESERVED = 140;
/** Connections that are closed for others count until the event loop has closed them: Node must not drop the others. */
const BEING_CLOSED = 32;
const MOST_CONNECTIONS = 8192;

const UNREAD: Budget = { total: 256 * MIB, each: 32 * MIB };
const SMALL = 16 * 1024;
const LARGE = 512 * 1024;
const TOO_MANY_UNREAD = 'Too many answers are waiting to be read. Please try again shortly.';

declare module 'fastify' {
  interface FastifyRequest {
    heldAnswers: BudgetAccount | undefined;
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

/** With connections to the database for requests, and as many to a replica. */
const defaults = (pool: number): Bounds => ({
  connections: Math.max(16, Math.min(MOST_CONNECTIONS, descriptors() - RESERVED - 2 * pool)),
  unread: UNREAD,
  stalled: seconds(30),
});

/** Limits the connections of an app, and shares them among networks: one without a proxy may have at most half of them. */
function limitConnections(app: FastifyInstance, { connections, stalled }: Bounds, trusted: readonly string[]) {
  const server: Server = app.server;
  const isProxy = proxies(trusted);
  const shares = connectionShares(connections);
  server.maxConnections = connections + BEING_CLOSED;
  // Closes connections with unread responses. Other idle connections may be waiting for a model.
  server.setTimeout(stalled, (socket) => {
    if (socket.writableLength > 0) socket.destroy();
  });
  server.on('connection', (socket) => {
    const { remoteAddress = '' } = socket;
    if (!shares.admit(socket, isProxy(remoteAddress) ? undefined : networkOf(remoteAddress))) socket.destroy();
  });
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    shares.begin(raw.socket);
    done();
  });
  app.addHook('preHandler', ({ raw }, _reply, done) => {
    shares.arrived(raw.socket);
    done();
  });
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    shares.end(raw.socket);
    done();
  });
}

/** Limits connections, and the bytes of responses that are not yet read. */
export function boundConnections(
  app: FastifyInstance,
  { TRUST_PROXY, DATABASE_POOL }: Pick<Env, 'TRUST_PROXY' | 'DATABASE_POOL'>,
  bounds = defaults(DATABASE_POOL),
) {
  limitConnections(app, bounds, TRUST_PROXY);
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
