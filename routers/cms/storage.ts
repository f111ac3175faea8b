import { eq, sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { tenantQuery } from '../../db/prepared.ts';
import { pageStorage } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import { MIB } from '../../flow/byte-units.ts';
import type { Env } from '../../server/env.ts';
import { PortalError } from '../../server/errors.ts';

/** Room beyond the maximum for changes that bring no text: a page can still be unpublished, and its title be mended. */
const WITHOUT_TEXT = 9 / 8;

/** The share of the maximum from which on versions are pruned, and that at which it ends. */
const PRUNING = { from: 7 / 8, to: 3 / 4 };

type Settings = Pick<Env, 'PAGE_STORAGE_MIB'>;

export const pruningMarks = ({ PAGE_STORAGE_MIB }: Settings) => ({
  from: PAGE_STORAGE_MIB * MIB * PRUNING.from,
  to: PAGE_STORAGE_MIB * MIB * PRUNING.to,
});

export interface Writer {
  deps: { env: Settings };
  tenant: Tenant;
}

const storedBytes = tenantQuery((db) =>
  db
    .select({ bytes: pageStorage.bytes })
    .from(pageStorage)
    .where(eq(pageStorage.clientId, sql.placeholder('clientId'))),
);

/**
 * Checks a save in its transaction, sent after it.
 * @throws PAYLOAD_TOO_LARGE when pages and versions take more than the maximum
 */
export async function assertRoom({ deps, tenant }: Writer, tx: TenantDb, { bringsText = true } = {}) {
  const [kept] = await storedBytes(tx).execute({ clientId: tenant.clientId });
  const most = deps.env.PAGE_STORAGE_MIB;
  if ((kept?.bytes ?? 0) > most * MIB * (bringsText ? 1 : WITHOUT_TEXT))
    throw new PortalError(
      'PAYLOAD_TOO_LARGE',
      `The pages of your organization and their versions would take more than ${most} MiB, the maximum. Old versions of drafts are pruned within a minute; if that does not help, please make the page shorter or ask for more room.`,
    );
}
