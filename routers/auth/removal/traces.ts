import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { makePgArray } from 'drizzle-orm/pg-core';
import type { AccountDb, MaintenanceDb } from '../../../db/handles.ts';
import { idempotencyKeys, securityEvents, users } from '../../../db/schema/index.ts';
import type { Deps } from '../../../server/deps.ts';
import { seal, unseal } from '../../../server/identity/sealed.ts';
import type { HandlerDeps } from '../../../server/trpc/context.ts';
import { eraseAddresses } from '../../reports/public.ts';
import { removeReasons } from './personal-traces.ts';

/** The identifiers of a removed account. */
interface Traces {
  userId: string;
  addresses: string[];
  orgIds: string[];
  /** Whether the person has shown that the addresses were theirs. */
  proven: boolean;
}

interface RemovalJob {
  sealed: string;
}

const ROWS = 1000;

/** The purpose and record that the traces of a job are encrypted for: they hold addresses. */
const tracesAt = (id: string) => ({ purpose: 'account-removal', record: id }) as const;

/** Queues the removal of data that a transaction on accounts cannot reach, or may not change. */
export function queueTraces(tx: AccountDb, { jobs, env }: Pick<HandlerDeps, 'jobs' | 'env'>, traces: Traces) {
  const sealedFor = (id: string): RemovalJob => ({ sealed: seal(env, tracesAt(id), JSON.stringify(traces)) });
  return jobs.send(tx, 'account-removals', sealedFor);
}

/** Repeats a statement on a batch of rows until there are none. */
async function untilNone(batch: () => PromiseLike<{ length: number }>) {
  while ((await batch()).length === ROWS);
}

const { id: eventId, userId, orgId, actor, details } = securityEvents;
const emailIn = sql<string>`(${details} ->> 'email')`;

/** Takes the person out of the trails: lines of organizations stay, lines of the account alone go. */
async function clearTrails(db: MaintenanceDb, traces: Traces) {
  const own = eq(userId, traces.userId);
  const someOf = (where: ReturnType<typeof and>) =>
    db.select({ id: eventId }).from(securityEvents).where(where).limit(ROWS);
  const isTheirs = sql`${emailIn} = any(${makePgArray(traces.addresses)}::text[])`;
  const withoutEmail = sql`${details} - 'email'`;
  const unnamed = {
    userId: null,
    ipAddress: '',
    userAgent: '',
    details: sql`case when ${isTheirs} then ${withoutEmail} else ${details} end
      - array['oldEmail', 'newEmail', 'ipAddress', 'sessionId']`,
  };
  const byThem = and(inArray(actor, traces.addresses), sql`${actor} like '%@%'`);
  const aboutThem = and(isNotNull(emailIn), isTheirs);
  const returning = { id: eventId };

  await untilNone(() =>
    db
      .delete(securityEvents)
      .where(inArray(eventId, someOf(and(own, isNull(orgId)))))
      .returning(returning),
  );
  await untilNone(() =>
    db
      .update(securityEvents)
      .set(unnamed)
      .where(inArray(eventId, someOf(own)))
      .returning(returning),
  );
  await untilNone(() =>
    db
      .update(securityEvents)
      .set({ actor: FORMER, ipAddress: '', userAgent: '' })
      .where(inArray(eventId, someOf(byThem)))
      .returning(returning),
  );
  await untilNone(() =>
    db
      .update(securityEvents)
      .set({ details: withoutEmail })
      .where(inArray(eventId, someOf(aboutThem)))
      .returning(returning),
  );
}

/** Who acted, in place of the address of an account that was deleted. */
const FORMER = 'A former member';

/** Stored responses to calls of the person, and those that show them. A repeated call does its work again. */
function clearStoredResponses(db: MaintenanceDb, traces: Traces) {
  const { clientId, caller, answer } = idempotencyKeys;
  const marks = [traces.userId, ...traces.addresses].map((mark) => sql`position(${mark} in ${answer}) > 0`);
  const theirs = or(eq(caller, traces.userId), ...marks);
  if (traces.orgIds.length === 0) return undefined;
  return db.delete(idempotencyKeys).where(and(inArray(clientId, traces.orgIds), theirs));
}

/** Removes the traces of an account, and then its row. A repetition finds less to do. */
export const removeTraces =
  ({ env, database }: Pick<Deps, 'env' | 'database'>) =>
  async ({ sealed }: RemovalJob, { id }: { id: string }) => {
    const traces: Traces = JSON.parse(unseal(env, tracesAt(id), sealed));
    const db = database.asMaintenance();
    await removeReasons(db, traces.userId);
    await clearTrails(db, traces);
    await clearStoredResponses(db, traces);
    await eraseAddresses({ database }, traces.addresses, traces.proven ? undefined : traces.orgIds);
    await db.delete(users).where(eq(users.id, traces.userId));
  };
