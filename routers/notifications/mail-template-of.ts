import type { TenantDb } from '../../db/handles.ts';
import type { notices } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Deps } from '../../server/deps.ts';
import type { MailTemplate } from '../../server/mail/template.ts';
import { readPageTitle } from '../cms/public.ts';
import { readNotifiedGoals } from '../dashboard/public.ts';
import { loadPeople } from '../people.ts';
import { isScoreDrop, readLatestChange } from '../visibility/public.ts';
import { readDigest } from './digest.ts';
import { overdueGoalsMail, paymentFailedMail, reviewRequestedMail, scoreDropMail, weeklyDigestMail } from './mails.ts';

type Notice = Pick<typeof notices.$inferSelect, 'kind' | 'subject' | 'causedBy'>;
type Write = (db: TenantDb, tenant: Tenant, notice: Notice, deps: Deps) => Promise<MailTemplate | undefined>;

const GOALS = 20;

/** The mail of each kind, from current data; undefined when there is nothing left to report. */
const TEMPLATES: Record<Notice['kind'], Write> = {
  async weeklyDigest(db, tenant, { subject: day }) {
    const digest = await readDigest(db, tenant, day);
    return digest && weeklyDigestMail(digest);
  },

  async scoreDrop(db, tenant, { subject: runId }) {
    const latest = await readLatestChange(db, tenant);
    if (latest?.runId !== runId || !latest.before || !isScoreDrop(latest)) return undefined;
    const { score, before, tiers } = latest;
    return scoreDropMail({ organization: tenant.name, score, before: before.score, tiers });
  },

  async overdueGoals(db, tenant, { subject: day }) {
    const told = await readNotifiedGoals(db, tenant, day, GOALS);
    const titles = told.map(({ title }) => title);
    return titles.length > 0 ? overdueGoalsMail(tenant.name, titles) : undefined;
  },

  async reviewRequested(db, tenant, { subject, causedBy }, deps) {
    const [id = ''] = subject.split(' ');
    const page = await readPageTitle(db, tenant, id);
    if (page?.status !== 'review') return undefined;
    const by = (await loadPeople({ deps, tenant }, [causedBy])).memberOf(causedBy)?.name ?? null;
    return reviewRequestedMail({ organization: tenant.name, id, title: page.title, by });
  },

  paymentFailed: async (_db, { name }) => paymentFailedMail(name),
};

export const mailTemplateOf = (deps: Deps, tenant: Tenant, notice: Notice) =>
  TEMPLATES[notice.kind](deps.database.as(tenant), tenant, notice, deps);
