import type { FastifyInstance } from 'fastify';

/** Requests of one address that begin in one turn of the event loop. */
const MOST = 8;

/**
 * Shares the turns of the event loop among addresses: of requests that one sends at once, a few begin in each turn, first
 * come first served. Two hundred would take one long turn, and a request of somebody else needs several turns.
 */
export function shareTurns(app: FastifyInstance, most = MOST) {
  const begun = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();

  function nextTurn() {
    begun.clear();
    for (const [address, line] of waiting) {
      const next = line.splice(0, most);
      if (line.length === 0) waiting.delete(address);
      begun.set(address, next.length);
      for (const begin of next) begin();
    }
    if (begun.size > 0) setImmediate(nextTurn);
  }

  app.addHook('onRequest', ({ ip }, _reply, done) => {
    if (begun.size === 0) setImmediate(nextTurn);
    const before = begun.get(ip) ?? 0;
    begun.set(ip, before + 1);
    const line = waiting.get(ip);
    if (line) line.push(done);
    else if (before < most) done();
    else waiting.set(ip, [done]);
  });
}
