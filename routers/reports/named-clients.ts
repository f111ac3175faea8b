import { and, inArray, not, sql } from 'drizzle-orm';
import { organizations, type reportSchedules } from '../../db/schema/index.ts';
import { reaches } from '../../server/identity/reach.ts';
import { service } from '../../server/services.ts';
import { nextRunOf } from './plan.ts';

type Schedule = typeof reportSchedules.$inferSelect;

const { id, name } = organizations;

/** Whether a schedule can be for a client: one of an operator with portfolios is for clients in them. */
export const isCovered = ({ operatorId }: Pick<Schedule, 'operatorId'>) =>
  operatorId ? reaches(operatorId, id) : sql`true`;

/**
 * What follows from the portfolios of those who make and review a schedule. Another operator with portfolios, who reads
 * it or sends it, cannot look these up.
 */
export const namedClients = service(({ database: { accounts } }) => ({
  /** The clients that a schedule names and can be for, or leave out, by name. */
  find(schedule: Schedule): Promise<{ id: string; name: string }[]> | [] {
    const ids = schedule.clientIds ?? schedule.exceptIds;
    if (ids.length === 0) return [];
    return accounts
      .select({ id, name })
      .from(organizations)
      .where(and(inArray(id, ids), isCovered(schedule)))
      .orderBy(name, id)
      .limit(500);
  },

  nextRun: (schedule: Schedule) => nextRunOf(accounts, schedule),

  /** Whether a reviewer sees all clients that a schedule is for by their ids. Null is who made it. */
  async areSeenBy(reviewerId: string | null, { clientIds, operatorId }: Pick<Schedule, 'clientIds' | 'operatorId'>) {
    if (!reviewerId || !clientIds?.length) return true;
    const unseen = and(inArray(id, clientIds), isCovered({ operatorId }), not(reaches(reviewerId, id)));
    return (await accounts.$count(organizations, unseen)) === 0;
  },
}));
