import { sql } from 'drizzle-orm';
import { makePgArray } from 'drizzle-orm/pg-core';
import { reportRecipients, reportSchedules } from '../../db/schema/index.ts';
import type { Deps } from '../../server/deps.ts';

/**
 * Takes an erased client out of the operator’s schedules, and the addresses of its people out of schedules and the
 * mails of other clients. A schedule that was for this client only goes.
 */
export async function eraseFromReports(
  { database }: Pick<Deps, 'database'>,
  { clientId, addresses }: { clientId: string; addresses: string[] },
) {
  const emails = sql`${makePgArray(addresses)}::text[]`;
  const { clientIds, recipients, bcc } = reportSchedules;
  const without = (column: typeof recipients | typeof bcc) =>
    sql`array(select address from unnest(${column}) address where address <> all(${emails}))`;
  await database.accounts
    .update(reportSchedules)
    .set({
      clientIds: sql`array_remove(${clientIds}, ${clientId}::uuid)`,
      recipients: sql`case when ${recipients} is null then null else ${without(recipients)} end`,
      bcc: without(bcc),
    })
    .where(sql`${clientId}::uuid = any(${clientIds}) or ${recipients} && ${emails} or ${bcc} && ${emails}`);
  await database.accounts.delete(reportSchedules).where(sql`${clientIds} = '{}'`);
  if (addresses.length > 0)
    await database.asMaintenance().delete(reportRecipients).where(sql`${reportRecipients.email} = any(${emails})`);
}
