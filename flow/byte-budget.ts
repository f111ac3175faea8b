/** Maximum bytes held in memory for callers: for all of them, and for each one. */
export interface Budget {
  total: number;
  each: number;
}

/** The bytes of one request. */
export interface BudgetAccount {
  /** Adds bytes, or returns false if they exceed the budget. */
  add: (bytes: number) => boolean;
  release: () => void;
}

/**
 * The part of the free bytes that one caller may hold: twenty callers who hold all they may leave a tenth to others.
 */
const SHARE = 1 / 8;

/** Counts the bytes that the process holds for its callers. */
export function byteBudget({ total, each }: Budget) {
  const byHolder = new Map<string, number>();
  let held = 0;

  /** An account for one request of a caller. */
  return (holder: string): BudgetAccount => {
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
