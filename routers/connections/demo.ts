import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import type { TenantDb } from '../../db/handles.ts';
import { connections } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { demoOrganization } from '../../demo/find-organization.ts';
import type { Companion } from '../../server/domain.ts';
import type { Env } from '../../server/env.ts';
import { findTenant } from '../../server/identity/find-tenant.ts';
import { openCredential, sealCredential } from './credentials.ts';
import { ServiceAccountKey } from './google/service-account.ts';

const theOne = (tenant: Tenant, kind: string, property: string) =>
  ownedBy(tenant, connections, and(eq(connections.kind, kind), eq(connections.property, property)));

const newAccount = () => ({
  client_email: 'portal@demo.iam.gserviceaccount.com',
  private_key: String(
    generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
  ),
});

/** The service account that reads the demo's Search Console, made by the first start; undefined where it is removed. */
async function demoAccount(db: TenantDb, tenant: Tenant, env: Env, site: string) {
  const mine = theOne(tenant, 'search_console', site);
  const [connection] = await db.select().from(connections).where(mine);
  if (!connection?.sealedCredential) return undefined;
  const { data: known } = ServiceAccountKey.safeParse(JSON.parse(openCredential(env, connection)));
  if (known) return known;
  const made = newAccount();
  const sealedCredential = sealCredential(env, connection.id, JSON.stringify(made));
  await db.update(connections).set({ sealedCredential }).where(mine);
  return made;
}

/** For a demo: starts the tools that its organization has connected on loopback ports, and lets them be read. */
export async function startDemoTools(env: Env, prepared: Promise<Database>): Promise<Companion | undefined> {
  const database = await prepared;
  const demo = env.SEED_DEMO && !env.production ? await demoOrganization(database) : undefined;
  const tenant = demo && (await findTenant(database.accounts, demo.clientId));
  if (!tenant || database.isReadOnly()) return undefined;
  const [{ startTools }, { DEMO_SITE, DEMO_TOOLS }] = await Promise.all([
    import('../../demo/services/tools.ts'),
    import('../../demo/data/connections.ts'),
  ]);

  const db = database.as(tenant);
  const account = await demoAccount(db, tenant, env, DEMO_SITE);
  const accounts = account && {
    [account.client_email]: String(createPublicKey(account.private_key).export({ type: 'spki', format: 'pem' })),
  };
  const { urls, googleUrl, close } = await startTools(new Date(), accounts);
  // Their ports are others at each start.
  const nextSyncAt = new Date();
  for (const [kind, url] of Object.entries(urls)) {
    const { property } = DEMO_TOOLS[kind as keyof typeof urls];
    await db
      .update(connections)
      .set({ url, nextSyncAt })
      .where(theOne(tenant, kind, property));
  }
  if (account)
    await db
      .update(connections)
      .set({ url: googleUrl, nextSyncAt })
      .where(theOne(tenant, 'search_console', DEMO_SITE));
  return { settings: {}, stop: close };
}
