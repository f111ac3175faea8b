import { cursorsOf, KEY, type KeyType, type SortKey } from './cursor.ts';
import { type ListPage, rowsThatFit } from './page.ts';

function compare(one: SortKey, other: SortKey) {
  for (const [at, value] of one.entries()) {
    const against = other[at] ?? value;
    if (value !== against) return value < against ? -1 : 1;
  }
  return 0;
}

/**
 * The order of a list that is computed whole and paged here. `keyOf` returns an ascending sort key of the given types;
 * rows with equal keys are told apart by their position among them.
 */
export function ranking<Row>(list: string, types: KeyType[], keyOf: (row: Row) => SortKey) {
  const cursors = cursorsOf(list, [...types, KEY.integer]);
  // Cached lists are asked for whole again and again: they are measured once.
  const fits = new WeakSet<readonly Row[]>();

  function keyed<Some extends Row>(rows: readonly Some[]) {
    let before: SortKey = [];
    let position = -1;
    const sorted = rows.map((row) => ({ row, key: keyOf(row) })).sort((one, other) => compare(one.key, other.key));
    return sorted.map(({ row, key }) => {
      position = position >= 0 && compare(key, before) === 0 ? position + 1 : 0;
      before = key;
      return { row, key: [...key, position] };
    });
  }

  /** The page after the cursor; rows that all fit on the first page are returned as they are. @throws INVALID_CURSOR */
  return function pageOf<Some extends Row>(
    rows: readonly Some[],
    { limit, after }: { limit: number; after?: string | undefined },
    most: number,
  ): ListPage<Some> & { isWhole: boolean } {
    const from = cursors.read(after);
    if (!from && rows.length <= limit && (fits.has(rows) || rowsThatFit(rows, most).length === rows.length)) {
      fits.add(rows);
      return { rows: [...rows], next: undefined, isWhole: true };
    }
    const rest = keyed(rows).filter(({ key }) => !from || compare(key, from) > 0);
    const page = rowsThatFit(
      rest.slice(0, limit).map(({ row }) => row),
      most,
    );
    const last = page.length < rest.length ? rest[page.length - 1] : undefined;
    return { rows: page, next: last && cursors.write(last.key), isWhole: false };
  };
}
