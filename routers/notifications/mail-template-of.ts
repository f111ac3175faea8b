import type { TenantDb } from '../../db/handles.ts';
import type { notices } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Deps } from '../../server/deps.ts';
import type { MailTemplate } from '../../server/mail/template.ts';
import { readPageTitle } from '../cms/public.ts';
import { readNotifiedGoals } from '../dashboard/public.ts';
import { type Module, readModules } from '../modules.ts';
import { loadPeople } from '../values/people.ts';
import { isScoreDrop, readLatestChange } from '../visibility/public.ts';
import { readDigest } from './digest.ts';
import { overdueGoalsMail, paymentFailedMail, reviewRequestedMail, scoreDropMail, weeklyDigestMail } from './mails.ts';

type Notice = Pick<typeof notices.$inferSelect, 'kind' | 'subject' | 'causedBy'>;
type Modules = ReadonlySet<Module>;
type Write = (
  db: TenantDb,
  tenant: Tenant,
  notice: Notice,
  context: { deps: Deps; shown: Modules },
) => Promise<MailTemplate | undefined>;

const GOALS = 20;

/** The mail of each kind, from current data; undefined when there is nothing left to report. */
const TEMPLATES: Record<Notice['kind'], Write> = {
  async weeklyDigest(db, tenant, { subject: day }, { shown }) {
    const digest = await readDigest(db, tenant, shown, day);
    return digest && weeklyDigestMail(digest);
  },

  async scoreDrop(db, tenant, { subject: runId }) {
    const latest = await readLatestChange(db, tenant);
    if (latest?.runId !== runId || !latest.before || !isScoreDrop(latest)) return undefined;
    const { score, before, tiers } = latest;
    if (score === null || before.score === null) return undefined;
    return scoreDropMail({ organization: tenant.name, score, before: before.score, tiers });
  },

  async overdueGoals(db, tenant, { subject: day }) {
    const told = await readNotifiedGoals(db, tenant, day, GOALS);
    const titles = told.map(({ title }) => title);
    return titles.length > 0 ? overdueGoalsMail(tenant.name, titles) : undefined;
  },

  async reviewRequested(db, tenant, { subject, causedBy }, { deps }) {
    const [id = ''] = subject.split(' ');
    const page = await readPageTitle(db, tenant, id);
    if (page?.status !== 'review') return undefined;
    const by = (await loadPeople({ deps, tenant }, [causedBy])).memberOf(causedBy)?.name ?? null;
    return reviewRequestedMail({ organization: tenant.name, id, title: page.title, by });
  },

  paymentFailed: async (_db, { name }) => paymentFailedMail(name),
};

/** The module that a kind is about; a digest leaves out the parts of those that are hidden. */
const MODULE_OF: Record<Notice['kind'], Module | undefined> = {
  weeklyDigest: undefined,
  scoreDrop: 'visibility',
  overdueGoals: 'goals',
  reviewRequested: 'content',
  paymentFailed: 'billing',
};

/** The mail of a notice; undefined also where it is about a module that the people of the client do not see. */
export async function mailTemplateOf(deps: Deps, tenant: Tenant, notice: Notice) {
  const db = deps.database.as(tenant);
  const shown = await readModules(db, tenant, deps);
  const module = MODULE_OF[notice.kind];
  if (module && !shown.has(module)) return undefined;
  return TEMPLATES[notice.kind](db, tenant, notice, { deps, shown });
}
