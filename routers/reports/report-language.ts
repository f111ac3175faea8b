import { and, asc, desc, eq, isNotNull } from 'drizzle-orm';
import type { AccountDb } from '../../db/handles.ts';
import { memberships, type ReportPlan, users } from '../../db/schema/index.ts';
import { type Language, languageOf } from '../../server/languages.ts';

/** The language of a report: that of its template, else of the client’s administrators, who come before others. */
export async function languageOfReport(
  db: AccountDb,
  clientId: string,
  { language }: Pick<ReportPlan, 'language'>,
): Promise<Language> {
  if (language) return language;
  const [reader] = await db
    .select({ locale: users.locale })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.orgId, clientId), isNotNull(users.locale)))
    // Of the roles, `admin` is the first.
    .orderBy(asc(memberships.role), desc(memberships.createdAt), asc(memberships.id))
    .limit(1);
  return languageOf(reader?.locale);
}
