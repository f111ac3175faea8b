import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { clientExports, users } from '../../../db/schema/index.ts';
import type { Tenant } from '../../../db/tenant.ts';
import type { Deps } from '../../../server/deps.ts';
import { openZip } from '../../../server/files/zip.ts';
import { findTenant } from '../../../server/identity/find-tenant.ts';
import { PermanentJobFailure } from '../../../server/jobs/queue.ts';
import { emit } from '../../webhooks/public.ts';
import { exportReadyMail } from '../mails.ts';
import { archives } from './archives.ts';
import { writeClient } from './contents.ts';
import { waitForPlace } from './place.ts';
import { ARCHIVES } from './settings.ts';

type Row = typeof clientExports.$inferSelect;

const { id, status, attempts } = clientExports;
const isUnfinished = inArray(status, ['pending', 'running']);
const inFuture = (milliseconds: number) => new Date(Date.now() + milliseconds);

/**
 * Marks the beginning of an attempt. Undefined when there is nothing to do.
 * @throws PermanentJobFailure after the last one
 */
async function begin({ accounts }: Deps['database'], exportId: string): Promise<Row | undefined> {
  const ofIt = and(eq(id, exportId), isUnfinished);
  const [row] = await accounts
    .update(clientExports)
    .set({ status: 'running', attempts: sql`${attempts} + 1` })
    .where(and(ofIt, lt(attempts, ARCHIVES.attempts)))
    .returning();
  if (row) return row;
  const failed = { status: 'failed' as const, expiresAt: inFuture(ARCHIVES.open) };
  const given = await accounts.update(clientExports).set(failed).where(ofIt).returning({ id });
  if (given.length > 0) throw new PermanentJobFailure('An export did not succeed in any attempt.');
  return undefined;
}

/** Writes the archive into the store while it is made. Returns its size in bytes. */
async function write({ database, use }: Deps, tenant: Tenant, { file }: Row, signal?: AbortSignal) {
  const zip = openZip();
  const writing = writeClient(zip, database, tenant, signal).catch((error) => {
    zip.fail(error);
    throw error;
  });
  // The first failure is the cause; that of the other follows from it.
  await Promise.all([use(archives).write(file, zip.contents), writing]);
  return (await use(archives).sizeOf(file)) ?? 0;
}

/** Marks the archive as ready, and notifies the requester. */
async function finish({ database, mail }: Deps, tenant: Tenant, row: Row, bytes: number) {
  const ready = { status: 'ready' as const, bytes, expiresAt: inFuture(ARCHIVES.open) };
  await database.accounts.transaction(async (tx) => {
    const done = await tx
      .update(clientExports)
      .set(ready)
      .where(and(eq(id, row.id), isUnfinished))
      .returning({ id });
    if (done.length === 0 || !row.requestedBy) return;
    const [asked] = await tx.select({ email: users.email }).from(users).where(eq(users.id, row.requestedBy));
    const archive = { clientId: tenant.clientId, organization: tenant.name, page: row.page };
    if (asked) await mail.queue(tx, asked.email, exportReadyMail(archive));
  });
}

/** Tells the client’s webhooks of an archive that is ready. The event has its id: a repetition adds nothing. */
async function announce({ database }: Deps, exportId: string) {
  const [row] = await database.accounts
    .select({ orgId: clientExports.orgId })
    .from(clientExports)
    .where(and(eq(id, exportId), eq(status, 'ready')));
  const tenant = row && (await findTenant(database.accounts, row.orgId));
  if (!tenant) return;
  await emit(database.as(tenant), tenant, {
    id: exportId,
    type: 'export.ready',
    subject: exportId,
    data: { exportId },
  });
}

/** Makes and announces an archive. The next attempt goes on with what its process has not done when it died. */
export const makeExport =
  (deps: Deps) =>
  async ({ exportId }: { exportId: string }, { id: jobId, signal }: { id: string; signal?: AbortSignal }) => {
    const { accounts } = deps.database;
    await waitForPlace(accounts, jobId, signal);
    const row = await begin(deps.database, exportId);
    const tenant = row && (await findTenant(accounts, row.orgId));
    if (row && tenant) await finish(deps, tenant, row, await write(deps, tenant, row, signal));
    await announce(deps, exportId);
  };

/** Deletes archives that have expired, with their rows, and gives up those that no job finishes. */
export async function sweepExports({ database: { accounts }, use }: Pick<Deps, 'database' | 'use'>) {
  const late = lt(clientExports.createdAt, new Date(Date.now() - ARCHIVES.atMost));
  const failed = { status: 'failed' as const, expiresAt: inFuture(ARCHIVES.open) };
  await accounts.update(clientExports).set(failed).where(and(isUnfinished, late));
  const expired = lt(clientExports.expiresAt, sql`now()`);
  const rows = await accounts.select({ id, file: clientExports.file }).from(clientExports).where(expired).limit(1000);
  for (const row of rows) {
    await use(archives).remove(row.file);
    await accounts.delete(clientExports).where(eq(id, row.id));
  }
  await use(archives).sweep();
}
