import type { Database } from '../../../db/database.ts';
import { demoOrganization } from '../../../demo/find-organization.ts';
import type { Companion } from '../../../server/domain.ts';
import type { Env } from '../../../server/env.ts';
import { findTenant } from '../../../server/identity/find-tenant.ts';
import { auditSite } from './audit-site.ts';

const MOST_PAGES = 20;

/** For a demo: starts the website of its organization on a loopback port, and audits it. */
export async function startDemoWebsite(env: Env, prepared: Promise<Database>): Promise<Companion | undefined> {
  const database = await prepared;
  const demo = env.SEED_DEMO && !env.production ? await demoOrganization(database) : undefined;
  const tenant = demo && (await findTenant(database.accounts, demo.clientId));
  // On a disk that is almost full, the audit of an earlier start must do.
  if (!tenant || database.isReadOnly()) return undefined;
  const [{ startWebsite }, { harborStreetPages }] = await Promise.all([
    import('../../../demo/services/website/server.ts'),
    import('../../../demo/services/website/harbor-street.ts'),
  ]);

  const website = await startWebsite({ pages: harborStreetPages });
  // It is this machine's own: nobody is spared by pauses.
  const pause = () => Promise.resolve();
  await auditSite({ env, database }, tenant, { startUrl: website.url, maxPages: MOST_PAGES }, { pause });
  return { settings: {}, stop: website.close };
}
