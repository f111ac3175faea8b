import { and, eq, lt, lte, sql } from 'drizzle-orm';
import { alertFirings, alerts, memberships, organizations, users } from '../../db/schema/index.ts';
import { ownedBy } from '../../db/tenant.ts';
import type { Deps } from '../../server/deps.ts';
import { findTenant } from '../../server/identity/find-tenant.ts';
import { stableId } from '../records/stable-id.ts';
import { alertMail } from './mails.ts';

type Due = typeof alertFirings.$inferSelect;

const AT_ONCE = 100;

/** Claims firings of active clients with a mail that is due. If the process dies, another tells in two minutes. */
function claimDue({ database }: Deps) {
  const { clientId, id, tellAt } = alertFirings;
  const due = sql`
    select due.client_id, due.id from ${alertFirings} due
    join ${organizations} client on client.id = due.client_id and client.status = 'active'
    where due.tell_at <= now() order by due.tell_at limit ${AT_ONCE}`;
  return database
    .asMaintenance()
    .update(alertFirings)
    .set({ tellAt: sql`now() + interval '2 minutes'` })
    .where(and(sql`(${clientId}, ${id}) in (${due})`, lte(tellAt, sql`now()`)))
    .returning();
}

/** The address of whoever made an alert, while they are a member and have shown that it is theirs. */
async function makerOf({ database }: Deps, clientId: string, userId: string) {
  const [maker] = await database.accounts
    .select({ email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.orgId, clientId), eq(users.id, userId), eq(users.emailVerified, true)));
  return maker?.email;
}

/** Queues one mail about the due firings of an alert, the latest in front; its id follows from what it says. */
async function tellOf(deps: Deps, clientId: string, alertId: string, due: Due[]) {
  const { database, mail } = deps;
  const tenant = await findTenant(database.accounts, clientId);
  if (!tenant) return;
  const db = database.as(tenant);
  const [alert] = await db
    .select()
    .from(alerts)
    .where(ownedBy(tenant, alerts, eq(alerts.id, alertId)));
  const [latest] = due.toSorted((one, other) => other.at.getTime() - one.at.getTime());
  if (!alert || !latest) return;
  const to = alert.muted ? undefined : await makerOf(deps, clientId, alert.createdBy);
  if (to) {
    const template = alertMail({
      organization: tenant.name,
      timezone: tenant.timezone,
      alert,
      firing: latest,
      times: due.length,
    });
    const id = stableId(clientId, 'alert', `${latest.id} ${latest.endedAt ? 'over' : 'fired'}`);
    await mail.queueOnce(database.accounts, [{ id, to, template: { ...template, about: clientId } }]);
  }
  for (const { id, endedAt } of due)
    await db
      .update(alertFirings)
      .set({
        toldAt: new Date(),
        // What ended meanwhile is told in another mail.
        tellAt: sql`case when ${alertFirings.endedAt} is distinct from ${endedAt?.toISOString() ?? null}::timestamptz then now() end`,
      })
      .where(ownedBy(tenant, alertFirings, eq(alertFirings.id, id)));
}

/** Sends the mails of alerts that are due. */
export async function tellAlerts(deps: Deps) {
  for (;;) {
    const claimed = await claimDue(deps);
    for (const due of Map.groupBy(claimed, ({ alertId }) => alertId).values()) {
      const [first] = due;
      if (!first) continue;
      await tellOf(deps, first.clientId, first.alertId, due).catch((err) =>
        deps.log.warn({ err, alert: first.alertId }, 'An alert could not be told and will be tried again.'),
      );
    }
    if (claimed.length < AT_ONCE) return;
  }
}

/** Drops mails that nobody could be told in a day, such as those of suspended clients. */
export const sweepAlerts = ({ database }: Deps) =>
  database
    .asMaintenance()
    .update(alertFirings)
    .set({ tellAt: null })
    .where(lt(alertFirings.tellAt, sql`now() - interval '1 day'`));
