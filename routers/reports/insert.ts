import { clientReports, type ReportPlan, type reportSchedules, type reportTemplates } from '../../db/schema/index.ts';
import type { Deps } from '../../server/deps.ts';
import { findTenant } from '../../server/identity/find-tenant.ts';
import { type Granted, planGrants } from '../plans/granted.ts';
import { hasRoomInPlan } from '../plans/within-plan.ts';
import { type Due, periodBefore } from './due.ts';
import { languageOfReport } from './report-language.ts';
import { WORDS } from './words.ts';

/** A schedule with its template. */
export interface PlannedSchedule {
  schedule: typeof reportSchedules.$inferSelect;
  template: typeof reportTemplates.$inferSelect;
}

export type Inserting = Pick<Deps, 'database' | 'use'>;

/** For whom and for when reports are planned. */
interface Turn {
  due: Due;
  clients: { id: string }[];
  sendAt: Date;
}

const planOf = ({ schedule, template }: PlannedSchedule): ReportPlan => ({
  name: template.name,
  sections: template.sections,
  kind: template.period,
  language: template.language,
  intro: template.intro,
  subject: schedule.subject,
  message: schedule.message,
  recipients: schedule.recipients,
  bcc: schedule.bcc,
});

function rowOf(planned: PlannedSchedule, { due, sendAt }: Turn, clientId: string) {
  const { schedule, template } = planned;
  const period = periodBefore(due.day, template.period);
  return {
    clientId,
    scheduleId: schedule.id,
    plan: planOf(planned),
    status: schedule.review ? ('draft' as const) : ('approved' as const),
    review: schedule.review,
    periodFrom: period.from,
    periodTo: period.to,
    dueAt: due.at,
    sendAt,
    countedAt: new Date(),
  };
}

type NewReport = ReturnType<typeof rowOf>;

/** Plans the report of a client whose plan limits them. One past it is held, with the reason, and is not made. */
async function insertWithinPlan({ database }: Inserting, row: NewReport, granted: Granted) {
  const { accounts } = database;
  const tenant = await findTenant(accounts, row.clientId);
  if (!tenant) return 0;
  const reason = WORDS[await languageOfReport(accounts, row.clientId, row.plan)].pastPlan;
  return database.as(tenant).transaction(async (tx) => {
    const fits = await hasRoomInPlan(tx, row, granted, { limit: 'reportsAMonth' });
    const stored = fits ? row : { ...row, status: 'held' as const, reason, countedAt: null };
    const made = await tx
      .insert(clientReports)
      .values(stored)
      .onConflictDoNothing()
      .returning({ id: clientReports.id });
    return fits ? made.length : 0;
  });
}

/** Plans the reports of some clients: of several processes, one plans each. Returns how many are to be made. */
export async function insertReports(deps: Inserting, planned: PlannedSchedule, turn: Turn) {
  const granted = await deps.use(planGrants).ofAll(turn.clients.map(({ id }) => id));
  const limitOf = ({ id }: { id: string }) => granted.get(id)?.limits.reportsAMonth ?? null;
  const rows = turn.clients.filter((client) => limitOf(client) === null).map(({ id }) => rowOf(planned, turn, id));
  const free =
    rows.length === 0
      ? []
      : await deps.database
          .asMaintenance()
          .insert(clientReports)
          .values(rows)
          .onConflictDoNothing()
          .returning({ id: clientReports.id });
  let made = free.length;
  for (const client of turn.clients) {
    const theirs = granted.get(client.id);
    if (theirs && limitOf(client) !== null)
      made += await insertWithinPlan(deps, rowOf(planned, turn, client.id), theirs);
  }
  return made;
}
