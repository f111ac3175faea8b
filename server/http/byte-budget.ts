import type { FastifyRequest } from 'fastify';
import { networkOfRequest } from '../identity/sender.ts';

/** Maximum bytes held in memory for callers: for all of them, and for each one. */
export interface Budget {
  total: number;
  each: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The organization of the caller, once it is known. */
    organization: string | undefined;
  }
}

/** By whom bytes are counted: many organizations may share an address, and one may have many. */
export const holderOf = (request: FastifyRequest) => request.organization ?? networkOfRequest(request);

/** The bytes of one request. */
export interface BudgetAccount {
  /** Adds bytes, or returns false if they exceed the budget. */
  add: (bytes: number) => boolean;
  release: () => void;
}

/** The part of the free bytes that one caller may hold: twenty callers who hold all they may leave a tenth to others. */
const SHARE = 1 / 8;

/** Counts the bytes that the process holds for its callers, by organization, else by address. */
export function byteBudget({ total, each }: Budget) {
  const byHolder = new Map<string, number>();
  let held = 0;

  /** An account for one request. */
  return (request: FastifyRequest): BudgetAccount => {
    const holder = holderOf(request);
    let own = 0;
    return {
      add(bytes) {
        const after = (byHolder.get(holder) ?? 0) + bytes;
        if (after > each || after > (total - held - bytes) * SHARE) return false;
        byHolder.set(holder, after);
        held += bytes;
        own += bytes;
        return true;
      },
      release() {
        const left = (byHolder.get(holder) ?? 0) - own;
        if (left > 0) byHolder.set(holder, left);
        else byHolder.delete(holder);
        held -= own;
        own = 0;
      },
    };
  };
}
