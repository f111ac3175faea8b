import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { notices, organizations } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import type { Deps } from '../../server/deps.ts';
import { findTenant } from '../../server/identity/find-tenant.ts';
import type { MailTemplate } from '../../server/mail/template.ts';
import { readersOf, unsubscribeUrl } from '../auth/public.ts';
import { stableId } from '../records/stable-id.ts';
import { mailTemplateOf } from './mail-template-of.ts';

type Notice = Pick<typeof notices.$inferSelect, 'clientId' | 'id' | 'kind' | 'subject' | 'causedBy'>;

const AT_ONCE = 100;
/** A client's share of a round. */
const SHARE = 5;

/** Kinds that concern administrators only. */
const FOR_ADMINISTRATORS = new Set<Notice['kind']>(['reviewRequested', 'paymentFailed']);

/** A digest comes once a week by the clock; the others are caused by people, pipelines and payments. */
const isWithinLimit = async ({ limits }: Deps, { kind, clientId }: Notice) =>
  kind === 'weeklyDigest' || !(await limits.consume('notices', `${clientId} ${kind}`)).exceeded;

/** Claims the oldest notices of active clients for this process, a few of each: no client keeps the others waiting. */
function claimSome({ database }: Deps) {
  const { clientId, id, kind, subject, causedBy, toldAt, claimedUntil } = notices;
  const isFree = sql`${toldAt} is null and (${claimedUntil} is null or ${claimedUntil} < now())`;
  const oldest = sql`
    select first.client_id, first.id
    from (select distinct ${clientId} from ${notices}
        join ${organizations} on ${organizations.id} = ${clientId} and ${organizations.status} = 'active'
        where ${isFree} limit 1000) waiting cross join lateral (
      select * from ${notices} where ${clientId} = waiting.client_id and ${isFree}
      order by ${notices.createdAt} limit ${SHARE}) first
    order by first.created_at limit ${AT_ONCE}`;
  return database
    .asMaintenance()
    .update(notices)
    .set({ claimedUntil: sql`now() + interval '2 minutes'` })
    .where(and(sql`(${clientId}, ${id}) in (${oldest})`, isFree))
    .returning({ clientId, id, kind, subject, causedBy });
}

/** Queues the mails of a notice. Their ids follow from it: told again after a crash, it sends nothing twice. */
async function queueMails(deps: Deps, tenant: Tenant, notice: Notice) {
  const { env, database, mail } = deps;
  const { id, kind, causedBy } = notice;
  if (!(await isWithinLimit(deps, notice))) return;
  const template = await mailTemplateOf(deps, tenant, notice);
  if (!template) return;

  const who = { kind, admins: FOR_ADMINISTRATORS.has(kind), except: causedBy };
  const readers = await readersOf(database.accounts, tenant.clientId, who);
  const mailTo = ({ userId, email }: (typeof readers)[number]) => ({
    id: stableId(tenant.clientId, 'notice', `${id} ${userId}`),
    to: email,
    template: {
      ...template,
      about: tenant.clientId,
      unsubscribeUrl: unsubscribeUrl(env, kind, userId),
    } satisfies MailTemplate,
  });
  if (readers.length > 0) await mail.queueOnce(database.accounts, readers.map(mailTo));
}

async function deliverOne(deps: Deps, notice: Notice) {
  const { database } = deps;
  const tenant = await findTenant(database.accounts, notice.clientId);
  if (!tenant) return;
  await queueMails(deps, tenant, notice);
  await database
    .as(tenant)
    .update(notices)
    .set({ toldAt: new Date() })
    .where(ownedBy(tenant, notices, eq(notices.id, notice.id)));
}

/** Sends due notices. A notice that fails is tried again when its lease has ended. */
export async function deliverNotices(deps: Deps) {
  for (;;) {
    const claimed = await claimSome(deps);
    for (const notice of claimed)
      await deliverOne(deps, notice).catch((err) =>
        deps.log.warn({ err, notice: notice.id }, 'A notice could not be told and will be tried again.'),
      );
    if (claimed.length < AT_ONCE) return;
  }
}

/**
 * How long news waits that nobody can be told (for a digest, the rest of its day), and how long it is known afterwards.
 */
export const KEPT_NOTICES = { waitingHours: 16, toldDays: 60 };

/** Drops news that nobody could be told in time, and forgets old ones. */
export async function sweepNotices({ database }: Deps) {
  const maintenance = database.asMaintenance();
  await maintenance
    .update(notices)
    .set({ toldAt: sql`now()` })
    .where(
      and(isNull(notices.toldAt), lt(notices.createdAt, sql`now() - ${KEPT_NOTICES.waitingHours} * interval '1 hour'`)),
    );
  await maintenance.delete(notices).where(lt(notices.toldAt, sql`now() - ${KEPT_NOTICES.toldDays} * interval '1 day'`));
}
