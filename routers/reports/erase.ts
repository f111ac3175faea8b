import { inArray, type SQL, sql } from 'drizzle-orm';
import { makePgArray } from 'drizzle-orm/pg-core';
import { clientReports, reportRecipients, reportSchedules } from '../../db/schema/index.ts';
import type { Deps } from '../../server/deps.ts';

type Database = Pick<Deps, 'database'>;

const arrayOf = (addresses: string[]) => sql`${makePgArray(addresses)}::text[]`;

/** Takes addresses out of the operator’s schedules. */
function eraseFromSchedules({ database }: Database, emails: SQL) {
  const { recipients, bcc } = reportSchedules;
  const without = (column: typeof recipients | typeof bcc) =>
    sql`array(select address from unnest(${column}) address where address <> all(${emails}))`;
  return database.accounts
    .update(reportSchedules)
    .set({
      recipients: sql`case when ${recipients} is null then null else ${without(recipients)} end`,
      bcc: without(bcc),
    })
    .where(sql`${recipients} && ${emails} or ${bcc} && ${emails}`);
}

/**
 * Takes addresses of people who are gone out of schedules, and out of planned and sent reports. Where nobody has shown
 * that an address was theirs, only out of the reports of some clients: its owner may want those of others.
 */
export async function eraseAddresses({ database }: Database, addresses: string[], clientIds?: string[]) {
  if (addresses.length === 0 || clientIds?.length === 0) return;
  const emails = arrayOf(addresses);
  const among = clientIds && inArray(clientReports.clientId, clientIds);
  if (!clientIds) await eraseFromSchedules({ database }, emails);

  const { plan } = clientReports;
  const listed = { recipients: sql`(${plan}->'recipients')`, bcc: sql`(${plan}->'bcc')` };
  // Null for the members: nothing can be taken out of that.
  const open = sql`case jsonb_typeof(${listed.recipients}) when 'array' then ${listed.recipients} - ${emails}
    else ${listed.recipients} end`;
  const maintenance = database.asMaintenance();
  await maintenance
    .update(clientReports)
    .set({ plan: sql`${plan} || jsonb_build_object('recipients', ${open}, 'bcc', ${listed.bcc} - ${emails})` })
    .where(sql`(${listed.recipients} ?| ${emails} or ${listed.bcc} ?| ${emails}) and ${among ?? sql`true`}`);
  const ofClients = clientIds ? inArray(reportRecipients.clientId, clientIds) : sql`true`;
  await maintenance.delete(reportRecipients).where(sql`${reportRecipients.email} = any(${emails}) and ${ofClients}`);
}

/**
 * Takes an erased client out of the operator’s schedules, and the addresses of its people out of schedules, plans and
 * mails of other clients. A schedule that was for this client only goes.
 */
export async function eraseFromReports(
  { database }: Database,
  { clientId, addresses }: { clientId: string; addresses: string[] },
) {
  const { clientIds, exceptIds } = reportSchedules;
  await database.accounts
    .update(reportSchedules)
    .set({
      clientIds: sql`array_remove(${clientIds}, ${clientId}::uuid)`,
      exceptIds: sql`array_remove(${exceptIds}, ${clientId}::uuid)`,
    })
    .where(sql`${clientId}::uuid = any(${clientIds} || ${exceptIds})`);
  await database.accounts.delete(reportSchedules).where(sql`${clientIds} = '{}'`);
  await eraseAddresses({ database }, addresses);
}
