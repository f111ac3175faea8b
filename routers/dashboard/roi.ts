import { and, gte, lt } from 'drizzle-orm';
import { z } from 'zod';
import { investments } from '../../db/schema/index.ts';
import { total } from '../../db/sums.ts';
import { ownedBy } from '../../db/tenant.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { calendarPeriod, todayIn } from '../values/days.ts';
import { percent } from '../values/rounding.ts';

const { get } = rest('Dashboard');

const MONTHS = { monthly: 1, quarterly: 3, yearly: 12 };
const PeriodName = z.enum(['monthly', 'quarterly', 'yearly']);

const Roi = z
  .object({
    totalInvestment: z.number().meta({ description: 'Sum of the investments of the period.', example: 4800 }),
    estimatedReturn: z.number().meta({ description: 'Sum of their estimated returns.', example: 11250 }),
    roiPercentage: z.number().nullable().meta({
      description: '(estimatedReturn − totalInvestment) / totalInvestment, in percent; null without investments.',
      example: 134.4,
    }),
    period: PeriodName.describe('Kind of period: the current month, quarter or year.'),
  })
  .meta({ id: 'Roi', description: 'Return on investment in the current month, quarter or year.' });

const cents = (amount: number) => Math.round(amount * 100) / 100;

export const roiProcedures = {
  roi: tenantProcedure
    .meta(
      get('/dashboard/roi', 'Get the return on investment', {
        versioned: true,
        description: 'Covers the current calendar month, quarter or year in the organization’s time zone.',
        returns: 'The investments, their estimated return and the return on investment.',
      }),
    )
    .input(z.object({ period: PeriodName.default('quarterly').describe('The calendar period.') }))
    .output(z.object({ roi: Roi }))
    .query(async ({ ctx: { db, tenant }, input: { period } }) => {
      const { from, until } = calendarPeriod(todayIn(tenant.timezone), MONTHS[period]);
      const { date, amount, estimatedReturn } = investments;
      const [sums = { invested: 0, returned: 0 }] = await db
        .select({ invested: total(amount), returned: total(estimatedReturn) })
        .from(investments)
        .where(ownedBy(tenant, investments, and(gte(date, from), lt(date, until))));
      const { invested, returned } = sums;
      const roi = {
        totalInvestment: cents(invested),
        estimatedReturn: cents(returned),
        roiPercentage: invested === 0 ? null : percent(returned - invested, invested),
        period,
      };
      return { roi };
    }),
};
