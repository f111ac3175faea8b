import { and, eq, isNull, like, notExists, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import type { TenantDb } from '../../db/handles.ts';
import { measurementRuns, measurements } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { demoOrganization } from '../../demo/find-organization.ts';
import type { Companion } from '../../server/domain.ts';
import type { Env } from '../../server/env.ts';
import { findTenant } from '../../server/identity/find-tenant.ts';
import { auditSite } from './audit/audit-site.ts';
import { availableEngines } from './engines/names.ts';

const MOST_PAGES = 20;

/** Where the website of the demo has been at earlier starts: its port is another at each. */
const EARLIER = 'http://127.0.0.1:%';

/** Starts the website of the demo organization, and audits it. */
async function startDemoWebsite(env: Env, database: Database, tenant: Tenant) {
  const [{ startWebsite }, { harborStreetPages }] = await Promise.all([
    import('../../demo/services/website/server.ts'),
    import('../../demo/services/website/harbor-street.ts'),
  ]);
  const website = await startWebsite({ pages: harborStreetPages });
  // It is this machine's own: nobody is spared by pauses.
  const pause = () => Promise.resolve();
  await auditSite({ env, database }, tenant, { startUrl: website.url, maxPages: MOST_PAGES }, { pause });
  const { auditStartUrl } = measurements;
  await database
    .as(tenant)
    .update(measurements)
    .set({ auditEnabled: true, auditStartUrl: website.url })
    .where(ownedBy(tenant, measurements, or(isNull(auditStartUrl), like(auditStartUrl, EARLIER))));
  return website;
}

/** Makes the first run due, which the schedule then begins; later starts find a run. */
async function measureOnce(db: TenantDb, tenant: Tenant) {
  const runs = db.select().from(measurementRuns).where(ownedBy(tenant, measurementRuns));
  await db
    .update(measurements)
    .set({ nextRunAt: sql`now()` })
    .where(ownedBy(tenant, measurements, and(eq(measurements.enabled, true), notExists(runs))));
}

/** Keeps a demo from asking paid assistants by itself. */
const stopSchedule = (db: TenantDb, tenant: Tenant) =>
  db.update(measurements).set({ enabled: false, nextRunAt: null }).where(ownedBy(tenant, measurements));

/**
 * For a demo: starts the website of its organization and small servers of the assistants on loopback ports, and lets
 * the first start measure. Where the portal has a key of an assistant, it starts none of them and turns the schedule
 * off.
 */
export async function startDemoMeasurement(env: Env, prepared: Promise<Database>): Promise<Companion | undefined> {
  const database = await prepared;
  const demo = env.SEED_DEMO && !env.production ? await demoOrganization(database) : undefined;
  const tenant = demo && (await findTenant(database.accounts, demo.clientId));
  // On a disk that is almost full, the audit and the answers of earlier starts must do.
  if (!tenant || database.isReadOnly()) return undefined;
  const website = await startDemoWebsite(env, database, tenant);
  const db = database.as(tenant);
  if (availableEngines(env).length > 0) {
    await stopSchedule(db, tenant);
    return { settings: {}, stop: website.close };
  }
  const { startDemoEngines } = await import('../../demo/services/engines/demo-engines.ts');
  const engines = await startDemoEngines();
  await measureOnce(db, tenant);
  return { settings: engines.settings, stop: () => Promise.all([website.close(), engines.close()]) };
}
