import { store } from './store.ts';

const PAUSE = 2000;
const TIMEOUT = 5000;

/** Whether the portal answers. */
export async function answers() {
  try {
    return (await fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT) })).ok;
  } catch {
    return false;
  }
}

/** Whether the portal is waited for. */
export const isWaiting = store(false);

async function look() {
  isWaiting.set(true);
  while (!(await answers())) await new Promise((done) => setTimeout(done, PAUSE));
  isWaiting.set(false);
}

let looking: Promise<void> | undefined;

/** Waits until the portal answers again. All who wait ask once. */
export function untilReachable() {
  looking ??= look().finally(() => {
    looking = undefined;
  });
  return looking;
}
