import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { seedAnswers } from './demo/ai-answers.ts';
import { seedClientAccounts } from './demo/client-accounts.ts';
import { seedClientRows } from './demo/client-rows.ts';
import { seedContent } from './demo/content.ts';
import { seedDecisions } from './demo/decisions.ts';
import { seedGoals } from './demo/goals.ts';
import { seedInsights } from './demo/insights.ts';
import { seedInvestments } from './demo/investments.ts';
import { seedNotices } from './demo/notices.ts';
import { type SealSecondFactor, seedOperator } from './demo/operator.ts';
import { seedOperatorTrail } from './demo/operator-trail.ts';
import { DEMO, type Demo, seedOrganization } from './demo/organization.ts';
import { seedPageEvents } from './demo/page-events.ts';
import { seedPagePerformance } from './demo/page-performance.ts';
import { type DescribePage, seedPages } from './demo/pages.ts';
import { seedReviews } from './demo/reviews.ts';
import { seedScans } from './demo/scans.ts';
import { seedSocial } from './demo/social.ts';
import { seedTasks } from './demo/tasks.ts';
import { type SealWebhookSecret, seedWebhooks } from './demo/webhooks.ts';
import { seedWebsite } from './demo/website.ts';
import type { AccountDb, Executor, MaintenanceDb, TenantDb } from './handles.ts';
import { users } from './schema/index.ts';
import type { Scope } from './scope.ts';

export { DEMO };

/** The functions of the portal that the seeds call. */
export interface DemoTools {
  hashPassword: (password: string) => Promise<string>;
  describePage: DescribePage;
  sealWebhookSecret: SealWebhookSecret;
  sealSecondFactor: SealSecondFactor;
}

/** The seeds of the domains, one file of db/demo each. The handle sees only this client. */
const DOMAINS: ((db: TenantDb, demo: Demo, tools: DemoTools) => PromiseLike<unknown>)[] = [
  seedScans,
  seedDecisions,
  seedAnswers,
  seedWebsite,
  seedReviews,
  seedSocial,
  seedGoals,
  seedTasks,
  seedInvestments,
  seedInsights,
  (db, demo, { describePage }) => seedPages(db, demo, describePage),
  seedContent,
  seedPageEvents,
  seedPagePerformance,
  seedNotices,
  (db, demo, { sealWebhookSecret }) => seedWebhooks(db, demo, sealWebhookSecret),
];

/** Statements in the scope of a client or of maintenance, within a transaction that has several scopes. */
async function within<Handle>(tx: Executor, scope: Scope, work: (db: Handle) => PromiseLike<unknown>) {
  const enter = (role: string, clientId: string) =>
    tx.execute(sql`select set_config('role', ${role}, true), set_config('app.client_id', ${clientId}, true)`);
  await enter(scope.role, scope.clientId);
  await work(tx as Handle);
  await enter('none', '');
}

/** Seeds somebody who runs the portal, and other clients for the operator’s pages. */
async function seedPlatform(tx: Executor, tools: DemoTools, passwordHash: string, now: Date) {
  const { sealSecondFactor } = tools;
  const unknowable = await tools.hashPassword(randomBytes(32).toString('base64url'));
  const db = tx as unknown as AccountDb;
  const operatorId = await seedOperator(db, { passwordHash, sealSecondFactor, now });
  const clients = await seedClientAccounts(db, unknowable, operatorId, now);
  await seedOperatorTrail(db, operatorId, clients, now);
  await within<MaintenanceDb>(tx, { role: 'portal_maintenance', clientId: '' }, (rows) =>
    seedClientRows(rows, clients, now),
  );
}

/**
 * Seeds the demo organization and the operator, dated relative to today, in one transaction: a first start that is killed
 * leaves nothing half-made. Returns false if they exist.
 */
export async function seedDemo(database: Database, tools: DemoTools): Promise<boolean> {
  const [present] = await database.accounts.select({ id: users.id }).from(users).where(eq(users.email, DEMO.email));
  if (present) return false;

  const passwordHash = await tools.hashPassword(DEMO.password);
  const { db, close } = database.asOwner();
  try {
    await db.transaction(async (tx) => {
      const demo = await seedOrganization(tx as unknown as AccountDb, passwordHash, new Date());
      for (const seed of DOMAINS)
        await within<TenantDb>(tx, { role: 'portal_tenant', clientId: demo.clientId }, (rows) =>
          seed(rows, demo, tools),
        );
      await seedPlatform(tx, tools, passwordHash, demo.now);
    });
  } finally {
    await close();
  }
  return true;
}
