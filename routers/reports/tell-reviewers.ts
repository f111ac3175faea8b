import { and, asc, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import {
  clientReports,
  operators,
  organizations,
  portfolioClients,
  portfolioOperators,
  reportSchedules,
  reportTemplates,
  users,
} from '../../db/schema/index.ts';
import type { Deps } from '../../server/deps.ts';
import { stableId } from '../records/stable-id.ts';
import { todayIn } from '../values/days.ts';
import { reportReviewMail } from './mails.ts';

const AHEAD = 24;
const AT_ONCE = 1000;

const { id, clientId, scheduleId, status, dueAt } = clientReports;

/** Drafts and held reports, of active clients, that are due within a day and of which nobody was told. */
const findUntold = ({ database }: Deps) =>
  database
    .asMaintenance()
    .select({ id, clientId, scheduleId, status, dueAt })
    .from(clientReports)
    .innerJoin(organizations, and(eq(organizations.id, clientReports.clientId), eq(organizations.status, 'active')))
    .where(
      and(
        isNull(clientReports.toldAt),
        inArray(status, ['draft', 'held']),
        isNotNull(clientReports.madeAt),
        lte(dueAt, sql`now() + ${AHEAD} * interval '1 hour'`),
      ),
    )
    .orderBy(asc(dueAt))
    .limit(AT_ONCE);

interface Reviewer {
  scheduleId: string;
  /** Of the template. */
  name: string;
  email: string;
  operatorId: string;
  limited: boolean;
}

/** Who may review the reports of schedules, of those who still run the portal: who was chosen, then who made them. */
async function reviewersOf({ database: { accounts } }: Deps, scheduleIds: string[]) {
  const { reviewerId, createdBy } = reportSchedules;
  const rows: Reviewer[] = await accounts
    .select({
      scheduleId: reportSchedules.id,
      name: reportTemplates.name,
      email: users.email,
      operatorId: operators.userId,
      limited: operators.limited,
    })
    .from(reportSchedules)
    .innerJoin(reportTemplates, eq(reportTemplates.id, reportSchedules.templateId))
    .innerJoin(users, sql`${users.id} in (${reviewerId}, ${createdBy})`)
    .innerJoin(operators, eq(operators.userId, users.id))
    .where(and(inArray(reportSchedules.id, scheduleIds), eq(operators.role, 'operator')))
    .orderBy(sql`(${users.id} = ${reviewerId}) desc nulls last`);
  return Map.groupBy(rows, ({ scheduleId }) => scheduleId);
}

/** Returns whether a reviewer with portfolios has a client in them. Others have all. */
async function reachedBy({ database: { accounts } }: Deps, reviewers: Reviewer[]) {
  const ids = reviewers.filter(({ limited }) => limited).map(({ operatorId }) => operatorId);
  const { operatorId, portfolioId } = portfolioOperators;
  const rows =
    ids.length > 0
      ? await accounts
          .select({ operatorId, orgId: portfolioClients.orgId })
          .from(portfolioOperators)
          .innerJoin(portfolioClients, eq(portfolioClients.portfolioId, portfolioId))
          .where(inArray(operatorId, ids))
      : [];
  const known = new Set(rows.map((row) => `${row.operatorId} ${row.orgId}`));
  return (reviewer: Reviewer, client: string) => !reviewer.limited || known.has(`${reviewer.operatorId} ${client}`);
}

/**
 * Queues one mail to a reviewer for the reports of a schedule that are due on one day; who made the schedule gets it
 * for clients that its reviewer does not see. Its id follows from them: told again after a crash, it sends nothing
 * twice.
 */
export async function tellReviewers(deps: Deps) {
  const untold = await findUntold(deps);
  if (untold.length === 0) return;
  const reviewers = await reviewersOf(deps, [...new Set(untold.map(({ scheduleId }) => scheduleId))]);
  const isReached = await reachedBy(deps, [...reviewers.values()].flat());
  const telling = untold.flatMap((report) => {
    const reviewer = reviewers.get(report.scheduleId)?.find((one) => isReached(one, report.clientId));
    return reviewer ? [{ reviewer, day: todayIn('UTC', report.dueAt), status: report.status }] : [];
  });
  const together = Map.groupBy(telling, ({ reviewer, day }) => `${reviewer.scheduleId} ${reviewer.operatorId} ${day}`);
  const mails = [...together.values()].flatMap((reports) => {
    const [{ reviewer, day } = {}] = reports;
    if (!reviewer || !day) return [];
    const held = reports.filter(({ status }) => status === 'held').length;
    return {
      id: stableId(reviewer.scheduleId, 'review of reports', `${day} ${reviewer.operatorId}`),
      to: reviewer.email,
      template: reportReviewMail({ name: reviewer.name, drafts: reports.length, held, day }),
    };
  });
  if (mails.length > 0) await deps.mail.queueOnce(deps.database.accounts, mails);
  await deps.database
    .asMaintenance()
    .update(clientReports)
    .set({ toldAt: sql`now()` })
    .where(
      inArray(
        id,
        untold.map((report) => report.id),
      ),
    );
}
