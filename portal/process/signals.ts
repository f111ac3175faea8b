import { readFileSync } from 'node:fs';
import type { FastifyBaseLogger } from 'fastify';
import { seconds } from '../../server/durations.ts';

// One Ctrl-C may arrive several times: from the terminal, from npm and from the supervising process.
const SAME_SIGNAL = seconds(1);

/** The parent and its parent: npm may run a script in a shell of its own. Only Linux tells the second. */
function parents() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    return `${process.ppid} ${stat.split(') ').at(-1)?.split(' ')[1]}`;
  } catch {
    return `${process.ppid}`;
  }
}

/**
 * Calls `drain` on the first SIGTERM or SIGINT, and `end` on a second one. A portal started by `npm start` also drains
 * when npm is gone: a killed npm passes no signal on.
 */
export function onSignals(log: FastifyBaseLogger, drain: () => unknown, end: () => unknown) {
  let drainingSince: number | undefined;
  const leave = (signal: string) => {
    if (drainingSince === undefined) {
      drainingSince = performance.now();
      log.info({ signal }, 'Draining.');
      drain();
    } else if (performance.now() - drainingSince > SAME_SIGNAL) {
      log.warn({ signal }, 'Ending at once on a second signal, without draining.');
      end();
    }
  };
  process.on('SIGTERM', leave);
  process.on('SIGINT', leave);

  if (process.env.npm_lifecycle_event !== 'start') return;
  const ancestors = parents();
  const watch = setInterval(() => {
    if (parents() === ancestors) return;
    clearInterval(watch);
    leave('npm exited');
  }, seconds(1));
  watch.unref();
}
