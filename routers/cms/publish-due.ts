import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { pages } from '../../db/schema/index.ts';
import type { Deps } from '../../server/deps.ts';
import { findTenant } from '../../server/identity/find-tenant.ts';
import { isLive, livePages } from './live.ts';
import { storeEdit } from './store.ts';

type Due = Pick<typeof pages.$inferSelect, 'clientId' | 'id'>;

const isDue = lte(pages.scheduledAt, sql`now()`);

/**
 * Publishes a page if it is still due. What another process publishes, or somebody saves just now, is left for the next
 * sweep.
 */
async function publish({ database }: Deps, { clientId, id }: Due) {
  const tenant = await findTenant(database.accounts, clientId);
  if (!tenant) return;
  await database.as(tenant).transaction(async (tx) => {
    const [page] = await tx
      .select()
      .from(pages)
      .where(livePages(tenant, and(eq(pages.id, id), isDue)))
      .for('no key update', { skipLocked: true });
    if (page?.scheduledBy) await storeEdit(tx, tenant, page, { status: 'published' }, { createdBy: page.scheduledBy });
  });
}

/** The number of pages of one sweep; the next one follows within seconds. */
const AT_ONCE = 5000;

/** Publishes the pages whose time has come, of all clients, one after the other. A page that fails stays due. */
export async function publishDue(deps: Deps) {
  const { clientId, id, scheduledAt } = pages;
  const due = await deps.database
    .asMaintenance()
    .select({ clientId, id })
    .from(pages)
    .where(and(isLive, isDue))
    .orderBy(asc(scheduledAt))
    .limit(AT_ONCE);
  for (const page of due)
    await publish(deps, page).catch((err) =>
      deps.log.warn({ err, page: page.id }, 'A scheduled page was not published.'),
    );
}
