import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import type { QueueName } from '../../db/queues.ts';
import { type EncryptionKeys, keyIds, type SealedPurpose } from './encryption-keys.ts';
import { seal, unseal } from './sealed.ts';

/** Where sealed texts are stored. The expressions call a row `stored`, and what replaces it `fresh`. */
export interface SealedPlace {
  /** For people. */
  name: string;
  purpose: SealedPurpose;
  table: SQL;
  /** The uuids that an index begins with; a text is sealed for the last one. */
  key: string[];
  /** The rows that hold one. */
  rows: SQL;
  text: SQL;
  /** The assignment of the fresh text. */
  store: SQL;
  /** Whether the rows belong to clients. */
  ofClients: boolean;
}

/** A column of sealed texts. A table of clients has their id first in its key. */
export const sealedColumn = (purpose: SealedPurpose, table: string, column: string, key: string[]): SealedPlace => ({
  name: `${table}.${column}`,
  purpose,
  table: sql`${sql.identifier(table)}`,
  key,
  rows: sql`stored.${sql.identifier(column)} is not null`,
  text: sql`stored.${sql.identifier(column)}`,
  store: sql`${sql.identifier(column)} = fresh.sealed`,
  ofClients: key.includes('client_id'),
});

/** A queue whose jobs have sealed data, waiting and finished ones. */
export const sealedJobs = (purpose: SealedPurpose, queue: QueueName): SealedPlace => ({
  name: `jobs of ${queue}`,
  purpose,
  table: sql`pgboss.job`,
  key: ['id'],
  rows: sql`stored.name = ${queue} and stored.data ? 'sealed'`,
  text: sql`(stored.data ->> 'sealed')`,
  store: sql`data = jsonb_set(stored.data, '{sealed}', to_jsonb(fresh.sealed))`,
  ofClients: false,
});

const AT_ONCE = 200;

const list = (parts: SQL[]) => sql.join(parts, sql`, `);
const handleFor = (database: Database, { ofClients }: SealedPlace) =>
  ofClients ? database.asMaintenance() : database.accounts;

interface Row extends Record<string, unknown> {
  text: string;
}

/** The next rows that are not under the key with this id, in the order of their keys. */
function nextRows(database: Database, place: SealedPlace, id: string, after: string[] | undefined) {
  const key = place.key.map((name) => sql`stored.${sql.identifier(name)}`);
  const further = after && sql`and (${list(key)}) > (${list(after.map((value) => sql`${value}::uuid`))})`;
  const named = key.map((column, index) => sql`${column}::text as ${sql.identifier(`key${index}`)}`);
  return handleFor(database, place).execute<Row>(sql`
    select ${list(named)}, ${place.text} as text from ${place.table} as stored
    where ${place.rows} and not starts_with(${place.text}, ${`v2.${id}.`}) ${further ?? sql``}
    order by ${list(key)} limit ${AT_ONCE}`);
}

/** Stores fresh texts where the former ones have not changed meanwhile. Returns how many. */
async function store(database: Database, place: SealedPlace, rows: { key: string[]; text: string; sealed: string }[]) {
  if (rows.length === 0) return 0;
  const names = place.key.map((_, index) => sql.identifier(`key${index}`));
  const values = rows.map(
    ({ key, text, sealed }) => sql`(${list(key.map((value) => sql`${value}::uuid`))}, ${text}::text, ${sealed}::text)`,
  );
  const same = place.key.map((name, index) => sql`stored.${sql.identifier(name)} = fresh.${names[index]}`);
  const stored = await handleFor(database, place).execute(sql`
    update ${place.table} as stored set ${place.store}
    from (values ${list(values)}) as fresh (${sql.join(names, sql`, `)}, former, sealed)
    where ${sql.join(same, sql` and `)} and ${place.rows} and ${place.text} = fresh.former returning 1 as one`);
  return stored.length;
}

/**
 * Seals what is stored at a place under the current key, a few rows in each statement: whoever reads or writes
 * meanwhile is not disturbed, and what was interrupted goes on with the next call. Returns how many texts it sealed,
 * and how many none of the keys opens.
 */
export async function reseal(database: Database, keys: EncryptionKeys, place: SealedPlace) {
  const [id = ''] = keyIds(keys);
  const count = { resealed: 0, unreadable: 0 };
  for (let after: string[] | undefined; ; ) {
    const rows = await nextRows(database, place, id, after);
    const fresh = [];
    for (const { text, ...parts } of rows) {
      const key = place.key.map((_, index) => String(parts[`key${index}`]));
      const at = { purpose: place.purpose, record: key.at(-1) ?? '' };
      after = key;
      try {
        fresh.push({ key, text, sealed: seal(keys, at, unseal(keys, at, text)) });
      } catch {
        count.unreadable++;
      }
    }
    count.resealed += await store(database, place, fresh);
    if (rows.length < AT_ONCE) return count;
  }
}

/** The number of texts at a place by key id; the id is empty for texts from before keys had ids. */
export const keysAt = (database: Database, place: SealedPlace) =>
  handleFor(database, place).execute<{ id: string; texts: number }>(sql`
    select case when starts_with(${place.text}, 'v2.') then split_part(${place.text}, '.', 2) else '' end as id,
      count(*)::int as texts from ${place.table} as stored where ${place.rows} group by 1`);
