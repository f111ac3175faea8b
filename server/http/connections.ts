import { readFileSync } from 'node:fs';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Budget, type BudgetAccount, byteBudget } from '../../flow/byte-budget.ts';
import { MIB } from '../../flow/byte-units.ts';
import { ignoreFurther } from '../../internals/http-parser.ts';
import { seconds } from '../durations.ts';
import type { Env } from '../env.ts';
import { PortalError } from '../errors.ts';
import { collectYoungSoon } from '../garbage-collection.ts';
import { networkOf } from '../identity/sender.ts';
import { holderOf } from './admission.ts';
import { proxies } from './proxies.ts';

/**
 * Descriptors kept free for files, Chromium and the insights service; the database has its own. An embedded portal
 * holds 89 when it listens and 99 after a report.
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

/**
 * One request at a time on a connection: a further one that comes before the answer is not handled, and closes the
 * connection behind that answer. Pipelining belongs to a proxy; no browser does it.
 */
export function oneAtATime(handle: RequestListener): RequestListener {
  const underWay = new WeakMap<Socket, ServerResponse>();
  return (request, response) => {
    const { socket } = request;
    // Node gives the socket to the first response and lets the others wait.
    if (response.socket) {
      underWay.set(socket, response);
      return handle(request, response);
    }
    ignoreFurther(socket);
    const first = underWay.get(socket);
    if (!first || first.writableFinished) return void socket.destroy();
    first.shouldKeepAlive = false;
    first.once('finish', () => socket.destroySoon());
  };
}

/**
 * Counts connections by network. One without a proxy may have half of them; when all are taken, one of the largest
 * makes room.
 */
function countConnections(most: number, isProxy: (address: string) => boolean) {
  const networks = new Map<string, Set<Socket>>();
  let count = 0;

  function remove(network: string, sockets: Set<Socket>, socket: Socket) {
    if (!sockets.delete(socket)) return;
    count--;
    if (sockets.size === 0) networks.delete(network);
  }

  /** Closes a connection of the network with the most for one of a network with `own`: an idle one, if there is. */
  function makeRoom(own: number, isIdle: (socket: Socket) => boolean) {
    let [largest, most] = ['', own];
    for (const [network, { size }] of networks) if (size > most) [largest, most] = [network, size];
    const sockets = networks.get(largest);
    const socket = sockets && ([...sockets].find(isIdle) ?? [...sockets][0]);
    if (!socket) return false;
    remove(largest, sockets, socket);
    socket.destroy();
    return true;
  }

  /** Counts a new connection, unless its network has its share. Many callers share those of a proxy. */
  return (socket: Socket, isIdle: (socket: Socket) => boolean): boolean => {
    const { remoteAddress = '' } = socket;
    if (isProxy(remoteAddress)) return true;
    const network = networkOf(remoteAddress);
    const sockets = networks.get(network) ?? new Set();
    if (sockets.size >= most / 2) return false;
    if (count >= most && !makeRoom(sockets.size, isIdle)) return false;
    networks.set(network, sockets.add(socket));
    count++;
    socket.once('close', () => remove(network, sockets, socket));
    return true;
  };
}

/** Limits the connections of an app, and how long an answer may remain unread. */
function limitConnections(app: FastifyInstance, { connections, stalled }: Bounds, trusted: readonly string[]) {
  const server: Server = app.server;
  const admits = countConnections(connections, proxies(trusted));
  const waiting = new WeakSet<Socket>();
  server.maxConnections = connections + BEING_CLOSED;
  // Node starts the time once again when a part of an answer was taken in it. Other idle connections may be waiting for
  // a model.
  server.setTimeout(stalled / 2, (socket) => {
    if (socket.writableLength > 0) socket.destroy();
  });
  server.on('connection', (socket) => {
    if (!admits(socket, (one) => !waiting.has(one))) socket.destroy();
  });
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    waiting.add(raw.socket);
    done();
  });
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    waiting.delete(raw.socket);
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
  app.decorateRequest('heldAnswers', undefined);
  app.decorateRequest('holdAnswer', function (this: FastifyRequest, bytes: number) {
    this.heldAnswers ??= unread(holderOf(this));
    if (!this.heldAnswers.add(bytes)) throw new PortalError('SERVICE_UNAVAILABLE', TOO_MANY_UNREAD);
  });

  // With a callback: hooks that return promises cost each request turns of the microtask queue.
  app.addHook('onSend', (request, reply, payload, done) => {
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0;
    request.heldAnswers?.release();
    if (bytes <= SMALL || reply.statusCode >= 500) return done(null, payload);
    const held = unread(holderOf(request));
    if (!held.add(bytes)) return done(new PortalError('SERVICE_UNAVAILABLE', TOO_MANY_UNREAD));
    reply.raw.once('close', held.release);
    if (bytes > LARGE) reply.raw.once('finish', collectYoungSoon);
    done(null, payload);
  });
}
