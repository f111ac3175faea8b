import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import type { AccountDb, Executor, MaintenanceDb, TenantDb } from '../db/handles.ts';
import { users } from '../db/schema/index.ts';
import type { Scope } from '../db/scope.ts';
import { type StoreEvidence, seedAnswers } from './data/ai-answers.ts';
import { seedAlerts } from './data/alerts.ts';
import { seedClientAccounts } from './data/client-accounts.ts';
import { seedClientRows } from './data/client-rows.ts';
import { type SealConnection, seedConnections } from './data/connections.ts';
import { seedContent } from './data/content.ts';
import { seedDecisions } from './data/decisions.ts';
import { seedGoals } from './data/goals.ts';
import { seedInsights } from './data/insights.ts';
import { seedInvestments } from './data/investments.ts';
import { seedMeasurement } from './data/measurement.ts';
import { type SealSecondFactor, seedOperators } from './data/operator.ts';
import { seedOperatorTrail } from './data/operator-trail.ts';
import { DEMO, type Demo, seedOrganization } from './data/organization.ts';
import { seedPageEvents } from './data/page-events.ts';
import { seedPagePerformance } from './data/page-performance.ts';
import { type DescribePage, seedPages } from './data/pages.ts';
import { seedPlans } from './data/plans.ts';
import { seedPortfolio } from './data/portfolios.ts';
import { seedMeasuredProspect, seedProspect } from './data/prospect.ts';
import { seedReportSchedules, seedReports } from './data/reports.ts';
import { seedReviews } from './data/reviews.ts';
import { seedScans } from './data/scans.ts';
import { seedSearch } from './data/search.ts';
import { seedSocial } from './data/social.ts';
import { seedTasks } from './data/tasks.ts';
import { type SealWebhookSecret, seedWebhooks } from './data/webhooks.ts';
import { seedWebsite } from './data/website.ts';

export { DEMO };

/** The functions of the portal that the seeds call. */
export interface DemoTools {
  hashPassword: (password: string) => Promise<string>;
  describePage: DescribePage;
  storeEvidence: StoreEvidence;
  questionKey: (text: string) => string;
  sealWebhookSecret: SealWebhookSecret;
  sealSecondFactor: SealSecondFactor;
  sealConnection: SealConnection;
}

/** The seeds of the domains, one file of demo/data each. The handle sees only this client. */
const DOMAINS: ((db: TenantDb, demo: Demo, tools: DemoTools) => PromiseLike<unknown>)[] = [
  seedScans,
  seedDecisions,
  (db, demo, { storeEvidence }) => seedAnswers(db, demo, storeEvidence),
  (db, demo, { questionKey }) => seedMeasurement(db, demo, questionKey),
  seedWebsite,
  seedSearch,
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
  seedAlerts,
  (db, demo, { sealWebhookSecret }) => seedWebhooks(db, demo, sealWebhookSecret),
  (db, demo, { sealConnection }) => seedConnections(db, demo, sealConnection),
];

/** Statements in the scope of a client or of maintenance, within a transaction that has several scopes. */
async function within<Handle>(tx: Executor, scope: Scope, work: (db: Handle) => PromiseLike<unknown>) {
  const enter = (role: string, clientId: string) =>
    tx.execute(sql`select set_config('role', ${role}, true), set_config('app.client_id', ${clientId}, true)`);
  await enter(scope.role, scope.clientId);
  await work(tx as Handle);
  await enter('none', '');
}

/** Seeds those who run the portal, other clients for the operator’s pages, and the reports that they get. */
async function seedPlatform(tx: Executor, tools: DemoTools, passwordHash: string, { clientId, now }: Demo) {
  const { sealSecondFactor } = tools;
  const unknowable = await tools.hashPassword(randomBytes(32).toString('base64url'));
  const db = tx as unknown as AccountDb;
  const { operatorId, teamOperatorId } = await seedOperators(db, { passwordHash, sealSecondFactor, now });
  const clients = await seedClientAccounts(db, unknowable, operatorId, now);
  await seedPlans(db);
  await seedPortfolio(db, clients, teamOperatorId, now);
  await seedOperatorTrail(db, operatorId, clients, now);
  const reported: [string, string] = [clientId, clients[0]?.clientId ?? clientId];
  const planned = await seedReportSchedules(db, operatorId, reported, now);
  await within<MaintenanceDb>(tx, { role: 'portal_maintenance', clientId: '' }, async (rows) => {
    await seedClientRows(rows, clients, now);
    await seedReports(rows, reported, planned, now);
  });
  const prospectId = await seedProspect(db, now);
  await within<TenantDb>(tx, { role: 'portal_tenant', clientId: prospectId }, (rows) =>
    seedMeasuredProspect(rows, prospectId, now, tools.storeEvidence),
  );
}

/**
 * Seeds the demo organization and the operators, dated relative to today, in one transaction: a first start that is
 * killed leaves nothing half-made. Returns false if they exist.
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
      await seedPlatform(tx, tools, passwordHash, demo);
    });
  } finally {
    await close();
  }
  return true;
}
