import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { seconds } from '../durations.ts';
import { PortalError } from '../errors.ts';

const MIB = 1024 * 1024;

/** Descriptors kept free for the database, files, Chromium and the insights service. */
const RESERVED = 64;
const MOST_CONNECTIONS = 8192;

/** Maximum bytes of unread responses: in the process, and of one address. */
const QUEUED = { total: 256 * MIB, address: 32 * MIB };
const SMALL = 16 * 1024;

interface Bounds {
  connections: number;
  queued: typeof QUEUED;
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
  queued: QUEUED,
  stalled: seconds(30),
});

const queuedBytes = (sockets: Iterable<Socket>) => {
  let bytes = 0;
  for (const { writableLength } of sockets) bytes += writableLength;
  return bytes;
};

/** Tracks open connections by address; one address may have at most half of them. */
function trackConnections(server: Server, { connections, stalled }: Bounds) {
  const byAddress = new Map<string, Set<Socket>>();
  server.maxConnections = connections;
  // Closes connections with unread responses. Other idle connections may be waiting for a model.
  server.setTimeout(stalled, (socket) => {
    if (socket.writableLength > 0) socket.destroy();
  });
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const own = byAddress.get(address) ?? new Set();
    if (own.size >= connections / 2) {
      socket.destroy();
      return;
    }
    byAddress.set(address, own.add(socket));
    socket.once('close', () => {
      own.delete(socket);
      if (own.size === 0) byAddress.delete(address);
    });
  });
  return byAddress;
}

/** Limits the connections of a server and the bytes of unread responses. */
export function boundConnections(app: FastifyInstance, bounds = defaults()) {
  const byAddress = trackConnections(app.server, bounds);

  app.addHook('onSend', async ({ raw: { socket } }, reply, payload) => {
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0;
    if (bytes <= SMALL || reply.statusCode >= 500) return payload;
    const own = queuedBytes(byAddress.get(socket.remoteAddress ?? '') ?? []);
    const all =
      own > bounds.queued.address ? own : queuedBytes([...byAddress.values()].flatMap((sockets) => [...sockets]));
    if (own + bytes <= bounds.queued.address && all + bytes <= bounds.queued.total) return payload;
    throw new PortalError('SERVICE_UNAVAILABLE', 'Too many answers are waiting to be read. Please try again shortly.');
  });
}
