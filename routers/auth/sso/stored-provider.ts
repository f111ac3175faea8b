import { and, eq, isNotNull, type SQL } from 'drizzle-orm';
import type { AccountDb } from '../../../db/handles.ts';
import { identityProviders, orgDomains } from '../../../db/schema/index.ts';
import type { Env } from '../../../server/env.ts';
import { unseal } from '../../../server/identity/sealed.ts';
import type { RegisteredClient } from './provider.ts';

export type StoredProvider = typeof identityProviders.$inferSelect;

/** Where the secret of an organization’s client is sealed for. */
export const secretAt = (orgId: string) => ({ purpose: 'identity-provider', record: orgId }) as const;

export async function findProvider(db: AccountDb, where: SQL): Promise<StoredProvider | undefined> {
  const [found] = await db.select().from(identityProviders).where(where);
  return found;
}

/** The organization that has proved a domain. */
async function ownerOfDomain(db: AccountDb, domain: string) {
  const proved = and(eq(orgDomains.domain, domain), isNotNull(orgDomains.provedAt));
  const [owner] = await db.select({ orgId: orgDomains.orgId }).from(orgDomains).where(proved);
  return owner?.orgId;
}

/** The provider that signs in addresses of a domain. */
export async function providerOfDomain(db: AccountDb, domain: string) {
  const orgId = await ownerOfDomain(db, domain);
  return orgId ? findProvider(db, eq(identityProviders.orgId, orgId)) : undefined;
}

export const clientOf = (
  env: Env,
  { orgId, issuer, registeredClient, sealedSecret }: StoredProvider,
): RegisteredClient => ({
  issuer,
  clientId: registeredClient,
  secret: unseal(env, secretAt(orgId), sealedSecret),
});
