import { yieldWhenDue } from '../../flow/yield.ts';

/** Names that are held at a time; of more, those with small sums are forgotten, so that no client fills the memory. */
const NAMES = { most: 30_000, kept: 10_000 };
/** Sums that are sorted in one turn of the event loop. */
const SORTED_AT_ONCE = 5_000;

interface Rules<Sums> {
  nameOf: (sums: Sums) => string;
  /** Adds further sums of the same name to those known. */
  add: (known: Sums, more: Sums) => void;
  /** The order of the result: largest first. */
  order: (one: Sums, other: Sums) => number;
}

/**
 * Adds up sums by name, as they are read in parts, and yields to other work in between. Exact up to 30,000
 * names; of more, the small ones may be too low.
 */
export function sumByName<Sums>({ nameOf, add, order }: Rules<Sums>, names = NAMES) {
  const sums = new Map<string, Sums>();

  async function largest(most: number): Promise<Sums[]> {
    const all = [...sums.values()];
    let largest: Sums[] = [];
    for (let start = 0; start < all.length; start += SORTED_AT_ONCE) {
      await yieldWhenDue();
      largest = [...largest, ...all.slice(start, start + SORTED_AT_ONCE)].sort(order).slice(0, most);
    }
    return largest;
  }

  async function forgetSmall() {
    const kept = await largest(names.kept);
    sums.clear();
    for (const one of kept) sums.set(nameOf(one), one);
  }

  return {
    async add(rows: Iterable<Sums>) {
      for (const row of rows) {
        await yieldWhenDue();
        const name = nameOf(row);
        const known = sums.get(name);
        if (known) add(known, row);
        else sums.set(name, row);
      }
      if (sums.size > names.most) await forgetSmall();
    },
    /** The largest sums, largest first. */
    largest,
  };
}
