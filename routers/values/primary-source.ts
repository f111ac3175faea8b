import { eq, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { TenantDb } from '../../db/handles.ts';
import { tenantQuery } from '../../db/prepared.ts';
import { eachPart } from '../../db/row-parts.ts';
import { organizations, websiteDaily } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import { type DayRange, plusDays, todayIn } from './days.ts';
import { websiteParts } from './website-parts.ts';

// Two tools on one website count the same visits, so whatever counts visits reads the rows of one of them.

/** The days by which the source is found that reports most. */
const DAYS = 90;

const { date, source } = websiteDaily;

const chosenSource = tenantQuery((db) =>
  db
    .select({ source: organizations.primaryAnalyticsSource })
    .from(organizations)
    .where(eq(organizations.id, sql.placeholder('clientId'))),
);

const part = websiteParts();

const daysOfSources = tenantQuery((db) =>
  db
    .with(part.rest(db))
    .select({ next: part.next, source, date: sql<string>`${date}::text` })
    .from(websiteDaily)
    .where(part.where)
    .groupBy(source, date),
);

/** The source with the most days of a period, the first by name of several; null without rows. */
async function mostReporting(db: TenantDb, { clientId }: Tenant, period: DayRange) {
  const days = new Map<string, Set<string>>();
  for await (const rows of eachPart((begin) => daysOfSources(db).execute({ clientId, ...period, ...begin })))
    for (const row of rows) days.set(row.source, (days.get(row.source) ?? new Set()).add(row.date));
  const [most] = [...days].sort(([one, its], [other, others]) => others.size - its.size || (one < other ? -1 : 1));
  return most?.[0] ?? null;
}

/**
 * The analytics source whose visits count: the one that the organization has named, else the one with the most days in
 * the last 90 full days, then the first by name. Null without any.
 */
export async function readPrimarySource(db: TenantDb, tenant: Tenant): Promise<string | null> {
  const [organization] = await chosenSource(db).execute({ clientId: tenant.clientId });
  if (organization?.source) return organization.source;
  const today = todayIn(tenant.timezone);
  return (
    (await mostReporting(db, tenant, { from: plusDays(today, -DAYS), to: plusDays(today, -1) })) ??
    (await mostReporting(db, tenant, { from: '-infinity', to: 'infinity' }))
  );
}

/** Whether a row is of the placeholder `primary`; rows that name no tool belong to whatever source is primary. */
export const ofPrimary = (reportedBy: PgColumn) =>
  sql`(${reportedBy} is null or ${reportedBy} = ${sql.placeholder('primary')}::text)`;
