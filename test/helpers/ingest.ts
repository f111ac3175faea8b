import type { LightMyRequestResponse } from 'fastify';
import { clientDb } from './client-db.ts';
import type { Person } from './people.ts';
import type { Portal } from './portal.ts';

export interface Receipt {
  ok: true;
  accepted: number;
  updated: number;
  unchanged: number;
  rejected: { index: number; externalId: string | null; error: string }[];
}

/** A receipt as one line: `2 accepted, 1 updated, 0 unchanged, 0 rejected`. */
export function counts(response: LightMyRequestResponse) {
  const { accepted, updated, unchanged, rejected } = response.json<Receipt>();
  return `${accepted} accepted, ${updated} updated, ${unchanged} unchanged, ${rejected.length} rejected`;
}

/** A new organization with a pipeline that sends records, and access to its stored rows. */
export async function sender(portal: Portal) {
  const person: Person = await portal.register();
  const pipeline = await person.pipeline();
  const db = clientDb(portal, person.orgId);
  return {
    person,
    db,
    /** Sends a JSON array, or text unchanged. */
    send: (records: unknown[] | string, query = '') =>
      pipeline.post(`/api/ingest/records${query}`, records, { 'content-type': 'application/json' }),
    sendLines: (text: string, query = '') =>
      pipeline.post(`/api/ingest/records${query}`, text, { 'content-type': 'application/x-ndjson' }),
    post: pipeline.post,
    /** The version of the facts that answers are computed from. */
    async version() {
      const [{ facts_version: version } = { facts_version: -1 }] = (await db.execute(
        'select facts_version::int from organizations',
      )) as unknown as { facts_version: number }[];
      return version;
    },
    /** The stored rows of a table. */
    async rows(table: string) {
      return [...(await db.execute(`select * from ${table} order by external_id`))] as Record<string, unknown>[];
    },
  };
}
