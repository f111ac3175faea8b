import { sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { clientDb } from './client-db.ts';
import { makePage } from './content.ts';
import type { Person } from './people.ts';
import type { Portal } from './portal.ts';
import { RECORDS } from './records.ts';

export interface Receipt {
  ok: true;
  accepted: number;
  updated: number;
  unchanged: number;
  rejected: { index: number; externalId: string | null; error: string }[];
  kept: { index: number; externalId: string; fields: string[] }[];
}

/** A receipt as one line: `2 accepted, 1 updated, 0 unchanged, 0 rejected`. */
export function counts(response: LightMyRequestResponse) {
  const { accepted, updated, unchanged, rejected } = response.json<Receipt>();
  return `${accepted} accepted, ${updated} updated, ${unchanged} unchanged, ${rejected.length} rejected`;
}

/** Adds the page that the example record of a page's performance names. */
export async function addExamplePage(portal: Portal, person: Person) {
  const { id } = await makePage(person, { title: 'Example page' });
  const copy = JSON.stringify({ id: RECORDS.page_performance.pageId, slug: 'example' });
  await clientDb(portal, person.orgId).execute(
    sql`insert into pages select (jsonb_populate_record(page, ${copy}::jsonb)).* from pages as page where id = ${id}`,
  );
}

/** A new organization with a pipeline that sends records, and access to its stored rows. */
export async function sender(portal: Portal) {
  const person: Person = await portal.register();
  const pipeline = await person.pipeline();
  await addExamplePage(portal, person);
  const db = clientDb(portal, person.orgId);
  const factsVersion = async () => {
    const [{ facts_version: version } = { facts_version: -1 }] = (await db.execute(
      'select facts_version::int from organizations',
    )) as unknown as { facts_version: number }[];
    return version;
  };
  const start = await factsVersion();
  return {
    person,
    db,
    /** Sends a JSON array, or text unchanged. */
    send: (records: unknown[] | string, query = '') =>
      pipeline.post(`/api/ingest/records${query}`, records, { 'content-type': 'application/json' }),
    sendLines: (text: string, query = '') =>
      pipeline.post(`/api/ingest/records${query}`, text, { 'content-type': 'application/x-ndjson' }),
    post: pipeline.post,
    /** The changes since then of the version of the facts that answers are computed from. */
    version: async () => (await factsVersion()) - start,
    /** The stored rows of a table. */
    async rows(table: string) {
      return [...(await db.execute(`select * from ${table} order by external_id`))] as Record<string, unknown>[];
    },
  };
}
