import { setTimeout as pause } from 'node:timers/promises';
import { seconds } from '../durations.ts';
import { proxies } from './proxies.ts';

/** How long an address rests. */
const REST = seconds(1);

/**
 * Addresses whose new connections wait for a moment until they are read, as an earlier one ended with many requests
 * unanswered: to parse and drop them takes 50 ms, and such a connection is opened again at once. Trusted proxies never
 * rest.
 */
export function restingAddresses(trusted: readonly string[]) {
  const isProxy = proxies(trusted);
  const resting = new Map<string, Promise<void>>();
  return {
    /** The end of an address's rest, if it rests. */
    endOf: (address: string) => resting.get(address),
    rest(address: string) {
      if (resting.has(address) || isProxy(address)) return;
      const end = pause(REST, undefined, { ref: false }).then(() => void resting.delete(address));
      resting.set(address, end);
    },
  };
}

export type RestingAddresses = ReturnType<typeof restingAddresses>;
