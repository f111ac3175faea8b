import { setTimeout as pause } from 'node:timers/promises';
import { seconds } from '../durations.ts';
import { networkOf } from '../identity/sender.ts';
import { proxies } from './proxies.ts';

/** How long an address rests. */
const REST = seconds(1);

/**
 * Addresses whose new connections wait for a moment until they are read, as an earlier one ended with many requests
 * unanswered: to parse and drop them takes 50 ms, and such a connection is opened again at once. IPv6 networks rest as
 * one, trusted proxies never.
 */
export function restingAddresses(trusted: readonly string[]) {
  const isProxy = proxies(trusted);
  const resting = new Map<string, Promise<void>>();
  return {
    /** The end of an address's rest, if it rests. */
    endOf: (address: string) => (resting.size > 0 ? resting.get(networkOf(address)) : undefined),
    rest(address: string) {
      const network = networkOf(address);
      if (resting.has(network) || isProxy(address)) return;
      const end = pause(REST, undefined, { ref: false }).then(() => void resting.delete(network));
      resting.set(network, end);
    },
  };
}

export type RestingAddresses = ReturnType<typeof restingAddresses>;
