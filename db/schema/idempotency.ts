import { boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.ts';
import { clientId, tenantPolicies } from './tenant.ts';

/** A call with an Idempotency-Key: claimed by the request that does the work, then with its answer, for 24 hours. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    clientId: clientId(),
    /** The user or the API key that sent it. */
    caller: uuid().notNull(),
    key: text().notNull(),
    /** SHA-256 of the procedure and its input. */
    fingerprint: text().notNull(),
    /** The request that does the work: only it may store the answer or release the key. */
    claim: uuid().notNull(),
    /** The process of that request: see server/jobs/presence.ts. 0 once the request has failed, but not its work. */
    worker: integer().notNull(),
    claimedAt: createdAt(),
    /** Whether a transaction of the request was committed. It says so itself: see server/trpc/committed-calls.ts. */
    committed: boolean().notNull().default(false),
    /** The HTTP status of the answer; null while the work is in progress. */
    status: smallint(),
    headers: jsonb().$type<Record<string, string>>(),
    /** The answer as JSON text: jsonb would change the order of its fields. */
    answer: text(),
    bytes: integer().notNull().default(0),
  },
  (row) => [
    primaryKey({ columns: [row.clientId, row.caller, row.key] }),
    // For the share of a client.
    index().on(row.clientId, row.bytes),
    // For the sweep.
    index().on(row.claimedAt),
    ...tenantPolicies(),
  ],
);
