import { randomUUIDv7 } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../db/handles.ts';
import { connectionGrants, connections } from '../../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../../db/tenant.ts';
import { type GoogleUse, REFRESH, type TokenStore, tokensOfCode } from './tokens.ts';

interface Owner {
  db: TenantDb;
  tenant: Tenant;
}

/** Exchanges the code of a consent and stores the grant. @throws SourceFailure */
export async function storeGrant(
  { db, tenant, ...use }: Owner & GoogleUse,
  code: { code: string; verifier: string; redirectUri: string },
) {
  const id = randomUUIDv7();
  const { sealed, scopes } = await tokensOfCode(use, id, code);
  await removeUnusedGrants(db, tenant);
  await db.insert(connectionGrants).values({ clientId: tenant.clientId, id, sealedTokens: sealed, scopes });
  return { id };
}

/** Deletes grants of the last day before yesterday that no connection uses. */
export const removeUnusedGrants = (tx: TenantDb, tenant: Tenant) =>
  tx.delete(connectionGrants).where(
    ownedBy(
      tenant,
      connectionGrants,
      sql`${connectionGrants.createdAt} < now() - interval '1 day' and not exists (
        select from ${connections} where ${connections.clientId} = ${connectionGrants.clientId}
          and ${connections.grantId} = ${connectionGrants.id})`,
    ),
  );

/** The tokens of a client's grant; undefined without its id. */
export function clientTokens({ db, tenant }: Owner, id: string | null | undefined): TokenStore | undefined {
  if (!id) return undefined;
  const one = ownedBy(tenant, connectionGrants, eq(connectionGrants.id, id));
  return {
    id,
    async read() {
      const [grant] = await db.select().from(connectionGrants).where(one);
      return grant && { sealed: grant.sealedTokens, scopes: grant.scopes };
    },
    async claim(sealed) {
      const free = sql`(${connectionGrants.refreshingUntil} is null or ${connectionGrants.refreshingUntil} <= now())`;
      const claimed = await db
        .update(connectionGrants)
        .set({ refreshingUntil: sql`now() + ${REFRESH.seconds} * interval '1 second'` })
        .where(and(one, free, eq(connectionGrants.sealedTokens, sealed)))
        .returning({ id: connectionGrants.id });
      return claimed.length > 0;
    },
    release: (fresh) =>
      db
        .update(connectionGrants)
        .set({ refreshingUntil: null, ...(fresh && { sealedTokens: fresh }) })
        .where(one),
  };
}
