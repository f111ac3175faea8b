import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { networkOf, networkOfRequest } from '../identity/sender.ts';
import type { RestingAddresses } from './resting.ts';

/** Requests of one address, or IPv6 network, that begin in one turn of the event loop. */
const MOST = 8;

/** New connections of one address that are read before others are accepted, and how many are accepted at most. */
const CONNECTIONS = { read: 2, accepted: 1000 };

interface Waiting {
  socket: Socket;
  begin: () => void;
}

/**
 * Shares turns of the event loop among addresses, first come first served in each. The function that it returns tells
 * whether one of an address may begin now; otherwise it calls `begin` later. A turn may go on after that of the loop.
 */
function turnsByAddress(most: number, goesOn = () => false) {
  const begun = new Map<string, number>();
  const waiting = new Map<string, Waiting[]>();

  /** Begins as many as may: those whose client has left take no turn. */
  function beginSome(line: Waiting[]) {
    let some = 0;
    let passed = 0;
    for (; passed < line.length && some < most; passed++) {
      const next = line[passed];
      if (!next || next.socket.destroyed) continue;
      some++;
      next.begin();
    }
    line.splice(0, passed);
    return some;
  }

  function nextTurn() {
    if (goesOn()) return void setImmediate(nextTurn);
    begun.clear();
    for (const [address, line] of waiting) {
      begun.set(address, beginSome(line));
      if (line.length === 0) waiting.delete(address);
    }
    if (begun.size > 0) setImmediate(nextTurn);
  }

  return (address: string, socket: Socket, begin: () => void): boolean => {
    if (begun.size === 0) setImmediate(nextTurn);
    const before = begun.get(address) ?? 0;
    begun.set(address, before + 1);
    const line = waiting.get(address);
    if (!line && before < most) return true;
    if (line) line.push({ socket, begin });
    else waiting.set(address, [{ socket, begin }]);
    return false;
  };
}

/**
 * Begins a few of the requests of one address in each turn of the event loop. Two hundred would take one long turn, and a
 * request of somebody else needs several turns.
 */
export function shareTurns(app: FastifyInstance, most = MOST) {
  const mayBegin = turnsByAddress(most);
  app.addHook('onRequest', (request, _reply, done) => {
    if (mayBegin(networkOfRequest(request), request.socket, done)) done();
  });
}

/**
 * Reads a few of the new connections of one address, and the others once all that wait are accepted: libuv accepts one in
 * a turn of the event loop, and Node parses all requests that a connection brings at once. Otherwise a connection behind
 * 300 of somebody else would wait for the requests of all of them. Those of addresses that rest wait longer.
 */
export function shareConnections(server: Server, resting: RestingAddresses) {
  let accepted = 0;
  let before = 0;
  const mayRead = turnsByAddress(CONNECTIONS.read, () => {
    const more = accepted > before && accepted < CONNECTIONS.accepted;
    before = accepted;
    if (!more) accepted = before = 0;
    return more;
  });
  server.on('connection', (socket) => {
    accepted++;
    const address = socket.remoteAddress ?? '';
    const network = networkOf(address);
    const mayReadNow = (): boolean => {
      const end = resting.endOf(address);
      if (!end) return mayRead(network, socket, read);
      end.then(() => mayReadNow() && read());
      return false;
    };
    const read = () => (resting.endOf(address) ? mayReadNow() : socket.resume());
    if (mayReadNow()) return;
    // Node begins to read in the next tick, whatever is paused before.
    process.nextTick(() => socket.pause());
  });
}
