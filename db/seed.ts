import { eq } from 'drizzle-orm';
import type { Database } from './database.ts';
import { seedContent } from './demo/content.ts';
import { seedGoals } from './demo/goals.ts';
import { seedInsights } from './demo/insights.ts';
import { seedInvestments } from './demo/investments.ts';
import { DEMO_ADMIN, type Demo, seedOrganization } from './demo/organization.ts';
import { seedPagePerformance } from './demo/page-performance.ts';
import { type DescribePage, seedPages } from './demo/pages.ts';
import { seedReviews } from './demo/reviews.ts';
import { seedScans } from './demo/scans.ts';
import { seedSocial } from './demo/social.ts';
import { seedTasks } from './demo/tasks.ts';
import { seedWebsite } from './demo/website.ts';
import type { TenantDb } from './handles.ts';
import { users } from './schema/index.ts';

/** The sign-in of a demo that only this machine reaches. */
export const DEMO = { email: DEMO_ADMIN, password: 'demo portal, please look around' };

/** The seeds of the domains, one file of db/demo each. The handle sees only this client. */
const DOMAINS: ((db: TenantDb, demo: Demo, describePage: DescribePage) => PromiseLike<unknown>)[] = [
  seedScans,
  seedWebsite,
  seedReviews,
  seedSocial,
  seedGoals,
  seedTasks,
  seedInvestments,
  seedInsights,
  seedPages,
  seedContent,
  seedPagePerformance,
];

/** Seeds the demo organization, dated relative to today. Returns false if it exists. */
export async function seedDemo(
  { accounts, as }: Database,
  hashPassword: (password: string) => Promise<string>,
  describePage: DescribePage,
): Promise<boolean> {
  const [present] = await accounts.select({ id: users.id }).from(users).where(eq(users.email, DEMO.email));
  if (present) return false;

  const passwordHash = await hashPassword(DEMO.password);
  const demo = await accounts.transaction((tx) => seedOrganization(tx, passwordHash, new Date()));
  const ofClient = as(demo);
  for (const seed of DOMAINS) await seed(ofClient, demo, describePage);
  return true;
}
