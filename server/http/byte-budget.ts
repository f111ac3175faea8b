import type { FastifyRequest } from 'fastify';
import { neighbourhoodOf } from '../identity/sender.ts';

/** Maximum bytes held in memory for callers: for all of them, and for those of one address. */
export interface Budget {
  total: number;
  address: number;
}

/** Counts the bytes that the process holds for its callers, by address. */
export function byteBudget({ total, address: most }: Budget) {
  const byAddress = new Map<string, number>();
  let held = 0;

  /** An account for one request. */
  return (request: FastifyRequest) => {
    const address = neighbourhoodOf(request);
    let own = 0;
    return {
      /** Adds bytes, or returns false if they exceed the budget. */
      add(bytes: number): boolean {
        const before = byAddress.get(address) ?? 0;
        if (before + bytes > most || held + bytes > total) return false;
        byAddress.set(address, before + bytes);
        held += bytes;
        own += bytes;
        return true;
      },
      release() {
        const left = (byAddress.get(address) ?? 0) - own;
        if (left > 0) byAddress.set(address, left);
        else byAddress.delete(address);
        held -= own;
        own = 0;
      },
    };
  };
}
