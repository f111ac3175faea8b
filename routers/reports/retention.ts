import { and, inArray, lt, ne, or, sql } from 'drizzle-orm';
import { clientReports, reportLinks } from '../../db/schema/index.ts';
import type { Deps } from '../../server/deps.ts';
import { keptReports } from '../exports/public.ts';
import { KEPT_REPORTS } from './settings.ts';

const AT_ONCE = 500;

const { id, status, sentAt, createdAt, file } = clientReports;

/** Deletes links that are over, and reports of long ago with their files. */
export async function sweepReports({ database, use }: Pick<Deps, 'database' | 'use'>) {
  const maintenance = database.asMaintenance();
  await maintenance.delete(reportLinks).where(lt(reportLinks.expiresAt, sql`now()`));
  const isOld = or(
    lt(sentAt, sql`now() - ${KEPT_REPORTS.sentDays} * interval '1 day'`),
    and(ne(status, 'sent'), lt(createdAt, sql`now() - ${KEPT_REPORTS.unsentDays} * interval '1 day'`)),
  );
  const old = await maintenance.select({ id, file }).from(clientReports).where(isOld).limit(AT_ONCE);
  for (const report of old) if (report.file) await use(keptReports).remove(report.file);
  if (old.length > 0)
    await maintenance.delete(clientReports).where(
      inArray(
        id,
        old.map((report) => report.id),
      ),
    );
}
