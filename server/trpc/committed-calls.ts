import { type Placeholder, sql } from 'drizzle-orm';
import type { AccountDb, Executor, TenantDb } from '../../db/handles.ts';
import { idempotencyKeys } from '../../db/schema/index.ts';
import { asClientUntilCommit } from '../../db/scope.ts';
import { PortalError } from '../errors.ts';

// What a call with an Idempotency-Key has done is marked at its key in the transaction that does it, so that no
// repetition does it again, whatever becomes of the answer.

/** The row that a call has claimed: the key of its caller, and the claim that tells it from another call. */
export interface Claimed {
  clientId: string;
  caller: string;
  key: string;
  claim: string;
}

type Values = { [Name in keyof Claimed]: Claimed[Name] | Placeholder };

/** A statement that marks a claim as committed. With a claim of nulls it finds none. */
export const markCommitted = ({ clientId, caller, key, claim }: Values) => sql`
  update ${idempotencyKeys} set committed = true
  where client_id = ${clientId}::uuid and caller = ${caller}::uuid and key = ${key} and claim = ${claim}::uuid
    and status is null
  returning claim`;

/** Runs as the last of a transaction. @throws SERVICE_UNAVAILABLE where another call has taken the key meanwhile */
async function mark(tx: Executor, claimed: Claimed) {
  const marked = await tx.execute(markCommitted(claimed));
  if (marked.length > 0) return;
  throw new PortalError('SERVICE_UNAVAILABLE', 'Another request has taken over this Idempotency-Key.');
}

type Transaction<Db> = <T>(work: (tx: Db) => Promise<T>) => Promise<T>;

const withTransaction = <Db extends object>(db: Db, transaction: Transaction<Db>): Db =>
  Object.create(db, { transaction: { value: transaction } });

/** The handle of a claimed call on its client’s rows: each of its transactions marks the claim before it commits. */
export const markingTenantDb = (db: TenantDb, claimed: Claimed) =>
  withTransaction<TenantDb>(db, (work) =>
    db.transaction(async (tx) => {
      const result = await work(tx);
      await mark(tx, claimed);
      return result;
    }),
  );

/** The same on account tables, whose transactions end in the scope of the client that keeps the key. */
export const markingAccountDb = (db: AccountDb, claimed: Claimed) =>
  withTransaction<AccountDb>(db, (work) =>
    db.transaction(async (tx) => {
      const result = await work(tx);
      await asClientUntilCommit(tx, claimed.clientId);
      await mark(tx, claimed);
      return result;
    }),
  );
