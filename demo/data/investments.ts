import type { TenantDb } from '../../db/handles.ts';
import { investments } from '../../db/schema/index.ts';
import { daysAgo } from './calendar.ts';
import { wobble } from './chance.ts';
import type { Demo } from './organization.ts';

const MONTHS = 18;

// Spending per month, and the return per dollar at first and now.
const PLANS = [
  ['content', 'Articles and treatment pages, two a month', 640, 0.9, 2.7],
  ['seo', 'Technical upkeep and structured data', 480, 1.1, 2.4],
  ['listings', 'Directory listings, kept in agreement', 149, 1.4, 3.1],
  ['reputation', 'Review invitations and answers', 129, 1.8, 3.6],
  ['advertising', 'Search advertising, Portland and South Portland', 1250, 1.6, 1.9],
] as const;

const cents = (value: number) => Math.round(value * 100) / 100;

/** The first of the month this many months ago. */
function monthStart(now: Date, ago: number) {
  const [year = 0, month = 1] = daysAgo(now, 0).split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - ago, 1)).toISOString().slice(0, 10);
}

/** Seeds 18 months of marketing spending, paid on the first of each month, with rising returns. */
export const demoInvestments = (now: Date) =>
  Array.from({ length: MONTHS }, (_, ago) =>
    PLANS.map(([category, description, monthly, before, lately], index) => {
      const progress = 1 - ago / MONTHS;
      const amount =
        category === 'listings' || category === 'reputation'
          ? monthly
          : monthly * (1 + 0.12 * wobble(ago * 11 + index));
      const perDollar = (before + (lately - before) * progress) * (1 + 0.15 * wobble(ago * 13 + index));
      const date = monthStart(now, ago);
      return {
        externalId: `demo-${category}-${date}`,
        date,
        category,
        description,
        amount: cents(amount),
        estimatedReturn: cents(amount * perDollar),
      };
    }),
  ).flat();

export const seedInvestments = (db: TenantDb, { clientId, now }: Demo) =>
  db.insert(investments).values(demoInvestments(now).map((investment) => ({ clientId, ...investment })));
