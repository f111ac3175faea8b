import { createHash, randomUUIDv7 } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { clientReports, type ReportPlan } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import type { Deps } from '../../server/deps.ts';
import { notFound } from '../../server/errors.ts';
import { findTenant } from '../../server/identity/find-tenant.ts';
import { fingerprint } from '../../server/identity/tokens.ts';
import type { Language } from '../../server/languages.ts';
import { service } from '../../server/services.ts';
import { keptReports } from '../exports/public.ts';
import { namedInstead } from '../measurement/public.ts';
import { stableId } from '../records/stable-id.ts';
import { todayIn } from '../values/days.ts';
import { languageOfBusiness, latestPart, readBusinessRecord } from '../visibility/public.ts';
import { newLinkToken } from './link-tokens.ts';
import { storeLink } from './member-links.ts';
import { printReport } from './print.ts';
import { LINKS } from './settings.ts';

const NAMES = { en: 'How AI assistants see you', de: 'Wie KI-Assistenten Sie sehen' };

/** Sections that only what somebody sent of the prospect can fill. */
const SENT = ['competitors', 'listings'] as const;

async function sectionsOf(db: TenantDb, tenant: Tenant) {
  const parts = await Promise.all(SENT.map((part) => latestPart(db, tenant, part)));
  // The score is in the overview: beside it a first scan has nothing to compare.
  return ['overview', 'ai_search', ...SENT.filter((_, at) => parts[at]?.length)];
}

const planOf = (language: Language, sections: string[]): ReportPlan => ({
  name: NAMES[language],
  sections,
  kind: 'once',
  language,
  intro: null,
  subject: null,
  message: null,
  recipients: [],
  bcc: [],
});

/** The report on a scan, printed at the first call: it counts as sent, so that links open it. Returns its id. */
async function reportOn(deps: Deps, db: TenantDb, tenant: Tenant, scanId: string) {
  const { clientId } = tenant;
  const language = languageOfBusiness(await readBusinessRecord(db, tenant));
  // It has no schedule: of the same scan and language there is one report.
  const scheduleId = stableId(clientId, 'pitch', `${scanId} ${language}`);
  const find = () =>
    db
      .select({ id: clientReports.id })
      .from(clientReports)
      .where(ownedBy(tenant, clientReports, eq(clientReports.scheduleId, scheduleId)))
      .limit(1);
  const [known] = await find();
  if (known) return known.id;

  const instead = await namedInstead(db, tenant, scanId);
  const plan = { ...planOf(language, await sectionsOf(db, tenant)), ...(instead && { namedInstead: instead }) };
  const day = todayIn(tenant.timezone);
  const now = new Date();
  const times = { dueAt: now, sendAt: now, madeAt: now, sentAt: now };
  const report = { clientId, scheduleId, plan, periodFrom: day, periodTo: day, ...times };
  const { pdf, filename, findings } = await printReport(deps, db, tenant, { ...report, notes: {} }, language);
  const file = await deps.use(keptReports).keep(clientId, pdf);
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  const [made] = await db
    .insert(clientReports)
    .values({ ...report, status: 'sent', review: false, findings, file, filename, size: pdf.length, sha256 })
    .onConflictDoNothing()
    .returning({ id: clientReports.id });
  if (made) return made.id;
  // Another call has printed it at the same time.
  await deps.use(keptReports).remove(file);
  const [other] = await find();
  if (!other) throw new Error('A pitch was not stored.');
  return other.id;
}

/** Reports for those who are no clients yet, which a link opens. */
export const pitches = service((deps: Deps) => ({
  /**
   * Prints the report on a scan, if it is new, and makes a link to it.
   *
   * @throws SERVICE_UNAVAILABLE; INVALID_TRANSITION where it has as many as may open
   */
  async link(clientId: string, scanId: string) {
    const tenant = await findTenant(deps.database.accounts, clientId);
    if (!tenant) throw notFound();
    const db = deps.database.as(tenant);
    const reportId = await reportOn(deps, db, tenant, scanId);
    const token = newLinkToken(clientId);
    const link = { id: randomUUIDv7(), tokenHash: fingerprint(token), expiresAt: new Date(Date.now() + LINKS.usual) };
    await db.transaction((tx) => storeLink(tx, tenant, { ...link, reportId }));
    return { url: `${deps.env.PUBLIC_URL}/r/${token}`, expiresAt: link.expiresAt };
  },
}));
