import { and, eq, inArray } from 'drizzle-orm';
import type { AccountDb } from '../../../db/handles.ts';
import { clientExports } from '../../../db/schema/index.ts';
import type { Deps } from '../../../server/deps.ts';
import { archives } from './archives.ts';

interface Wanted {
  clientId: string;
  /** The user who is notified when it is ready; none for the command line. */
  requestedBy?: string | undefined;
  /** The page of the portal that the mail to this user leads to. */
  page: string;
}

/**
 * Queues an archive of all that a client has, in the transaction of the caller, who holds the client’s row. While one
 * is under way, that one is returned.
 */
export async function startExport(
  tx: AccountDb,
  { jobs, use }: Pick<Deps, 'jobs' | 'use'>,
  { clientId, requestedBy, page }: Wanted,
) {
  const underWay = and(eq(clientExports.orgId, clientId), inArray(clientExports.status, ['pending', 'running']));
  const [known] = await tx.select().from(clientExports).where(underWay);
  if (known) return { row: known, isNew: false };

  const file = use(archives).newFile(clientId);
  const [row] = await tx
    .insert(clientExports)
    .values({ orgId: clientId, requestedBy: requestedBy ?? null, page, file })
    .returning();
  if (!row) throw new Error('An export was not inserted.');
  await jobs.send(tx, 'client-exports', { exportId: row.id });
  return { row, isNew: true };
}
