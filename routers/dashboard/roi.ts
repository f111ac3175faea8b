import { and, gte, lt } from 'drizzle-orm';
import { z } from 'zod';
import { investments } from '../../db/schema/index.ts';
import { total } from '../../db/sums.ts';
import { ownedBy } from '../../db/tenant.ts';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { calendarPeriod, todayIn } from '../days.ts';
import { percent } from '../rounding.ts';

const { get } = rest('Dashboard');

const MONTHS = { monthly: 1, quarterly: 3, yearly: 12 };
const PeriodName = z.enum(['monthly', 'quarterly', 'yearly']);

const Roi = z.object({
  totalInvestment: z.number(),
  estimatedReturn: z.number(),
  roiPercentage: z.number().nullable().meta({ description: '(return − investment) / investment · 100' }),
  period: PeriodName,
});

const cents = (amount: number) => Math.round(amount * 100) / 100;

export const roiProcedures = {
  roi: tenantProcedure
    .meta(get('/dashboard/roi', 'What was spent in the current month, quarter or year, and what it is to bring in'))
    .input(z.object({ period: PeriodName.default('quarterly') }))
    .output(z.object({ roi: Roi }))
    .query(async ({ ctx: { db, tenant }, input: { period } }) => {
      const { from, until } = calendarPeriod(todayIn(tenant.timezone), MONTHS[period]);
      const { date, amount, estimatedReturn } = investments;
      const [sums = { spent: 0, back: 0 }] = await db
        .select({ spent: total(amount), back: total(estimatedReturn) })
        .from(investments)
        .where(ownedBy(tenant, investments, and(gte(date, from), lt(date, until))));
      const { spent, back } = sums;
      const roi = {
        totalInvestment: cents(spent),
        estimatedReturn: cents(back),
        roiPercentage: spent === 0 ? null : percent(back - spent, spent),
        period,
      };
      return { roi };
    }),
};
