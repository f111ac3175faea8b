import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { measurementAnswers, measurementRuns } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { readSubject } from './reading/known.ts';
import { namedBusinesses } from './reading/named-businesses.ts';

const MOST = { answers: 1000, businesses: 10 };

/** Whom assistants name in the answers of a measurement that do not name the organization, if they name anybody. */
export async function namedInstead(db: TenantDb, tenant: Tenant, scanRunId: string) {
  const { answer, citations, mentioned, number } = measurementAnswers;
  const rows = await db
    .select({ text: answer, citations, mentioned })
    .from(measurementAnswers)
    .innerJoin(
      measurementRuns,
      and(
        eq(measurementRuns.clientId, measurementAnswers.clientId),
        eq(measurementRuns.id, measurementAnswers.runId),
        eq(measurementRuns.scanRunId, scanRunId),
      ),
    )
    .where(ownedBy(tenant, measurementAnswers, isNotNull(answer)))
    .orderBy(asc(number))
    .limit(MOST.answers);
  const answers = rows.map(({ text, mentioned, ...row }) => ({
    ...row,
    text: text ?? '',
    mentioned: mentioned === true,
  }));
  const { name, aliases, website } = await readSubject(db, tenant);
  const businesses = await namedBusinesses(answers, { names: [name, ...aliases], site: website }, MOST.businesses);
  const total = answers.filter((one) => !one.mentioned).length;
  return businesses.length > 0 ? { answers: total, businesses } : undefined;
}
