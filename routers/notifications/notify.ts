import type { TenantDb } from '../../db/handles.ts';
import { notices } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';

type Notice = Pick<typeof notices.$inferInsert, 'kind' | 'subject' | 'causedBy'>;

/** Queues a notice in the transaction of its cause: once for each subject of a kind. True the first time. */
export async function notify(tx: TenantDb, { clientId }: Tenant, notice: Notice) {
  const noted = await tx
    .insert(notices)
    .values({ clientId, ...notice })
    .onConflictDoNothing()
    .returning({ id: notices.id });
  return noted.length > 0;
}
