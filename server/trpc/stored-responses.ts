import { and, eq, isNull, not, type SQL, sql } from 'drizzle-orm';
import type { MaintenanceDb, TenantDb } from '../../db/handles.ts';
import { idempotencyKeys } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { workerIsAlive } from '../jobs/presence.ts';
import { KEPT_ANSWERS } from '../limits/sizes.ts';
import { TIMEOUTS } from '../timeouts.ts';

// The table of idempotency keys: a request claims its key before the work, and stores the answer after it.

/** A call with an Idempotency-Key. */
export interface KeyedCall {
  db: TenantDb;
  tenant: Tenant;
  caller: string;
  key: string;
  fingerprint: string;
  /** Identifies this request among those with the same key. */
  claim: string;
  worker: number;
}

export interface StoredResponse {
  status: number;
  headers: Record<string, string>;
  answer: string;
}

/** The worker of a claim whose request has ended without an answer. */
const NOBODY = 0;

const { clientId, caller, key, claim, worker, claimedAt, committed, status, bytes } = idempotencyKeys;

const over = (milliseconds: number | SQL) => sql`${claimedAt} < now() - ${milliseconds} * interval '1 ms'`;
const expired = sql`${claimedAt} < now() - interval '24 hours'`;
// A process that lost its connection announces itself again within five seconds: until ten it may be alive.
const abandoned = sql`(${status} is null and (${over(TIMEOUTS.claim)} or ${worker} = ${NOBODY}
  or (${claimedAt} < now() - interval '10 seconds' and not ${workerIsAlive(worker)})))`;
const free = sql<boolean>`(${expired} or (${abandoned} and not ${committed}))`;
/** The work was done, and nobody will store its answer any more. */
const answerLost = sql<boolean>`(${committed} and ${abandoned})`;

const hasRoom = (tenant: Tenant) =>
  sql`(select count(*) < ${KEPT_ANSWERS.keys} and coalesce(sum(${bytes}), 0) < ${KEPT_ANSWERS.bytes}
       from ${idempotencyKeys} where ${clientId} = ${tenant.clientId})`;

const rowOf = (call: KeyedCall, ...more: SQL[]) =>
  ownedBy(call.tenant, idempotencyKeys, eq(caller, call.caller), eq(key, call.key), ...more);

/** Claims the key of a call if no other call has it and the client has room for its answer. */
export async function claimKey(call: KeyedCall): Promise<boolean> {
  const fresh = { fingerprint: call.fingerprint, claim: call.claim, worker: call.worker };
  const row = sql`select ${call.tenant.clientId}::uuid, ${call.caller}::uuid, ${call.key}, ${fresh.fingerprint},
    ${fresh.claim}::uuid, ${fresh.worker}::int, now(), false, null::smallint, null::jsonb, null::text, 0
    where ${hasRoom(call.tenant)}`;
  const claimed = await call.db
    .insert(idempotencyKeys)
    .select(row)
    .onConflictDoUpdate({
      target: [clientId, caller, key],
      set: { ...fresh, claimedAt: sql`now()`, committed: false, status: null, headers: null, answer: null, bytes: 0 },
      setWhere: free,
    })
    .returning({ claim });
  return claimed.length > 0;
}

/** The stored state of an idempotency key. */
export async function findKey(call: KeyedCall) {
  const { fingerprint, headers, answer } = idempotencyKeys;
  const [found] = await call.db
    .select({ fingerprint, status, headers, answer, free, answerLost })
    .from(idempotencyKeys)
    .where(rowOf(call));
  return found;
}

/** Whether the client has room for another answer. */
export async function roomFor({ db, tenant }: KeyedCall): Promise<boolean> {
  const [found] = await db.execute<{ room: boolean }>(sql`select ${hasRoom(tenant)} as room`);
  return found?.room ?? false;
}

const claimed = (call: KeyedCall) => rowOf(call, eq(claim, call.claim), isNull(status));

/** Stores the answer of a call that has its key. */
export const storeResponse = async (call: KeyedCall, kept: StoredResponse) => {
  const set = { ...kept, bytes: Buffer.byteLength(kept.answer) };
  await call.db.update(idempotencyKeys).set(set).where(claimed(call));
};

/** Frees the key of a call that failed, unless it failed after its work was done: then nobody answers it any more. */
export const releaseKey = async (call: KeyedCall) => {
  await call.db.delete(idempotencyKeys).where(and(claimed(call), not(committed)));
  await call.db.update(idempotencyKeys).set({ worker: NOBODY }).where(claimed(call));
};

const BATCH = 1000;

/** Deletes the keys of more than 24 hours ago, in batches that keep statements short. */
export async function sweepKeys(db: MaintenanceDb) {
  const batch = sql`with old as (
      select ${clientId}, ${caller}, ${key} from ${idempotencyKeys} where ${expired} limit ${BATCH} for update skip locked),
    deleted as (delete from ${idempotencyKeys} using old where (${clientId}, ${caller}, ${key}) = (old.client_id, old.caller, old.key) returning 1)
    select count(*)::int as deleted from deleted`;
  let deleted: number | undefined;
  do {
    [{ deleted } = { deleted: 0 }] = await db.execute<{ deleted: number }>(batch);
  } while (deleted === BATCH);
}
