import type { AccountDb } from '../../db/handles.ts';
import { plans } from '../../db/schema/index.ts';

/** What the website plans of the clients grant. */
const PLANS = [
  { key: 'website', tier: 'starter', prompts: 20, members: 2, connections: 2, reportsAMonth: 2 },
  { key: 'website', tier: 'growth', prompts: 50, members: 5, connections: 5, reportsAMonth: 10 },
];

export const seedPlans = (db: AccountDb) => db.insert(plans).values(PLANS.map((plan, place) => ({ ...plan, place })));
