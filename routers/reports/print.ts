import type { TenantDb } from '../../db/handles.ts';

import type { clientReports } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Deps } from '../../server/deps.ts';
import type { Language } from '../../server/languages.ts';
import { REPORT_SECTIONS, reports } from '../exports/public.ts';

/** Prints a report with what is known of its period now, and the agency’s notes. @throws SERVICE_UNAVAILABLE */
export const printReport = (
  { use }: Pick<Deps, 'use'>,
  db: TenantDb,
  tenant: Tenant,
  {
    plan,
    notes,
    periodFrom: from,
    periodTo: to,
  }: Pick<typeof clientReports.$inferSelect, 'plan' | 'notes' | 'periodFrom' | 'periodTo'>,
  language: Language,
) => {
  const { name, kind, intro, namedInstead } = plan;
  // A section of a later version, or of an earlier one, is left out.
  const sections = plan.sections.flatMap((section) => REPORT_SECTIONS.find((known) => known === section) ?? []);
  return use(reports).printPeriod(db, tenant, {
    name,
    sections,
    language,
    intro,
    notes,
    period: { from, to, kind },
    ...(namedInstead && { namedInstead }),
  });
};
