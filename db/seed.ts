import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
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
import type { TenantDb } from './handles.ts';
import { users } from './schema/index.ts';

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

/** Seeds somebody who runs the portal, and other clients for the operator’s pages. */
async function seedPlatform({ accounts, asMaintenance }: Database, tools: DemoTools, passwordHash: string, now: Date) {
  const { sealSecondFactor } = tools;
  const unknowable = await tools.hashPassword(randomBytes(32).toString('base64url'));
  const clients = await accounts.transaction(async (tx) => {
    const operatorId = await seedOperator(tx, { passwordHash, sealSecondFactor, now });
    const seeded = await seedClientAccounts(tx, unknowable, operatorId, now);
    await seedOperatorTrail(tx, operatorId, seeded, now);
    return seeded;
  });
  await seedClientRows(asMaintenance(), clients, now);
}

/** Seeds the demo organization and the operator, dated relative to today. Returns false if it exists. */
export async function seedDemo(database: Database, tools: DemoTools): Promise<boolean> {
  const { accounts, as } = database;
  const [present] = await accounts.select({ id: users.id }).from(users).where(eq(users.email, DEMO.email));
  if (present) return false;

  const passwordHash = await tools.hashPassword(DEMO.password);
  const demo = await accounts.transaction((tx) => seedOrganization(tx, passwordHash, new Date()));
  const ofClient = as(demo);
  for (const seed of DOMAINS) await seed(ofClient, demo, tools);
  await seedPlatform(database, tools, passwordHash, demo.now);
  return true;
}
