import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { adapter } from './contenders/adapter.ts';
import { bare } from './contenders/bare.ts';
import { byHand, byHandRemembered } from './contenders/by-hand.ts';
import { portal, portalWithInsights, portalWithSweeps } from './contenders/portal.ts';

// One server under load, in a separate process so that the cost of the client is not measured.

const KINDS: Record<string, () => Promise<Pick<FastifyInstance, 'listen'>>> = {
  adapter,
  bare,
  byHand,
  byHandRemembered,
  portal,
  portalWithInsights,
  portalWithSweeps,
};

const build = KINDS[process.argv[2] ?? ''];
if (!build) throw new Error('Started by bench/fleet.ts with the name of a contender.');

const app = await build();
const url = await app.listen({ port: 0, host: '127.0.0.1' });

/**
 * How long the main thread has run, and waited for a processor, in milliseconds; NaN where the system does not tell.
 */
function scheduled() {
  try {
    const [ran = 0, waited = 0] = readFileSync('/proc/self/schedstat', 'utf8').split(' ').map(Number);
    return { ran: ran / 1e6, waited: waited / 1e6 };
  } catch {
    return { ran: Number.NaN, waited: Number.NaN };
  }
}

/** The most memory that this process had, in KiB. `resourceUsage` would include that of the process that started it. */
function peakKiB() {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}

let longest = 0;

/**
 * Watches for turns of the event loop that take long. Counts time on the processor, which other processes do not
 * prolong.
 */
function watchTurns() {
  let { ran } = scheduled();
  setInterval(() => {
    const now = scheduled().ran;
    longest = Math.max(longest, now - ran);
    ran = now;
  }, 10);
}

process.on('disconnect', () => process.exit(0));
process.on('message', (asked: 'usage' | 'watch') => {
  if (asked === 'watch') return watchTurns();
  const { user, system } = process.cpuUsage();
  const residentBytes = process.memoryUsage.rss();
  const thread = { ...scheduled(), longest };
  return process.send?.({ cpu: user + system, peakKiB: peakKiB(), residentBytes, thread });
});
process.send?.({ url });
