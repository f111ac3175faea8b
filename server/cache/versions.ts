import { sql } from 'drizzle-orm';
import type { Executor } from '../../db/handles.ts';
import { organizations } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';

/** Invalidates results computed from the client's scans. Runs in the transaction that writes them, never after it. */
export const scoresChanged = (tx: Executor, { clientId }: Tenant) =>
  tx.execute(sql`update ${organizations} set scores_version = scores_version + 1 where id = ${clientId}`);

/** Invalidates results computed from other data: records, goals, tasks, pages. */
export const factsChanged = (tx: Executor, { clientId }: Tenant) =>
  tx.execute(sql`update ${organizations} set facts_version = facts_version + 1 where id = ${clientId}`);
