import { and, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { connections } from '../../db/schema/index.ts';
import { ownedBy } from '../../db/tenant.ts';
import { demoOrganization } from '../../demo/find-organization.ts';
import type { Companion } from '../../server/domain.ts';
import type { Env } from '../../server/env.ts';
import { findTenant } from '../../server/identity/find-tenant.ts';

/** For a demo: starts the tools that its organization has connected on loopback ports, and lets them be read. */
export async function startDemoTools(env: Env, prepared: Promise<Database>): Promise<Companion | undefined> {
  const database = await prepared;
  const demo = env.SEED_DEMO && !env.production ? await demoOrganization(database) : undefined;
  const tenant = demo && (await findTenant(database.accounts, demo.clientId));
  if (!tenant || database.isReadOnly()) return undefined;
  const [{ startTools }, { DEMO_TOOLS }] = await Promise.all([
    import('../../demo/services/tools.ts'),
    import('../../demo/data/connections.ts'),
  ]);

  const { urls, close } = await startTools(new Date());
  const db = database.as(tenant);
  // Their ports are others at each start.
  for (const [kind, url] of Object.entries(urls)) {
    const { property } = DEMO_TOOLS[kind as keyof typeof urls];
    const one = and(eq(connections.kind, kind), eq(connections.property, property));
    await db
      .update(connections)
      .set({ url, nextSyncAt: new Date() })
      .where(ownedBy(tenant, connections, one));
  }
  return { settings: {}, stop: close };
}
