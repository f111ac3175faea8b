import type { TenantDb } from '../../../db/handles.ts';
import type { connections } from '../../../db/schema/index.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { factsChanged } from '../../../server/cache/versions.ts';
import { lookAtAlerts } from '../../alerts/public.ts';
import { plusDays, todayIn } from '../../values/days.ts';
import { emit } from '../../webhooks/public.ts';
import { type ProblemName, problemOf } from '../problems.ts';
import { nextDaily, pauseAfterFailures } from './schedule.ts';
import { type LeasedConnection, writeLeased } from './take-due.ts';

const about = ({ id, kind }: LeasedConnection) => ({ connectionId: id, kind });

/** Whether the last two weeks are stored: the first sync leaves most of them to the past, which is read next. */
const hasWeeks = ({ timezone }: Tenant, { pastDay }: { pastDay?: unknown }) =>
  typeof pastDay !== 'string' || pastDay < plusDays(todayIn(timezone), -14);

/** Records that a connection was read, and that it works again where it did not. */
export async function recordSuccess(
  db: TenantDb,
  tenant: Tenant,
  connection: LeasedConnection,
  fields: Partial<typeof connections.$inferInsert>,
) {
  const now = new Date();
  const read = { ...fields, lastSyncAt: now, nextSyncAt: nextDaily(tenant.timezone, connection.id, now), failures: 0 };
  await db.transaction(async (tx) => {
    if (hasWeeks(tenant, fields)) await lookAtAlerts(tx, tenant);
    if (connection.status === 'connected') return void (await writeLeased(tx, tenant, connection, read));
    const restored = { status: 'connected', problem: null, since: now, tellAt: null } as const;
    await writeLeased(tx, tenant, connection, { ...read, ...restored });
    await emit(tx, tenant, { type: 'connection.restored', subject: connection.id, data: about(connection) });
    await factsChanged(tx, tenant);
  });
}

/** Records a failure: what may pass is tried again soon, anything else, or what lasts, is told and tried once a day. */
export async function recordFailure(db: TenantDb, tenant: Tenant, connection: LeasedConnection, name: ProblemName) {
  const now = new Date();
  const { status, passing } = problemOf(name);
  const failures = Math.min(1000, connection.failures + 1);
  const pause = passing && connection.status === 'connected' ? pauseAfterFailures(failures) : undefined;
  if (pause !== undefined) {
    await writeLeased(db, tenant, connection, { failures, nextSyncAt: new Date(now.getTime() + pause) });
    return;
  }
  const failed = { failures, problem: name, nextSyncAt: nextDaily(tenant.timezone, connection.id, now) };
  if (connection.status === status) return void (await writeLeased(db, tenant, connection, failed));
  await db.transaction(async (tx) => {
    const isNew = connection.status === 'connected';
    await writeLeased(tx, tenant, connection, { ...failed, status, since: now, ...(isNew && { tellAt: now }) });
    if (isNew) {
      const data = { ...about(connection), status, problem: name };
      await emit(tx, tenant, { type: 'connection.failed', subject: connection.id, data });
    }
    await factsChanged(tx, tenant);
  });
}
