import { eq, ne, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { clientReports, organizations, reportSchedules, users } from '../../db/schema/index.ts';
import { seedDemo } from '../../demo/seed.ts';
import { describePage } from '../../routers/cms/rendering/describe.ts';
import { questionKey, storeEvidence } from '../../routers/visibility/public.ts';
import { seedCopies } from '../copies.ts';
import { type Client, seedClients } from '../neighbours/clients.ts';
import { seedOperator } from '../operator/seed.ts';
import { seedDemoPeople, settle } from '../seed.ts';

/** Rows of each table that a client has: more than a month and the one before of each source of the demo. */
const ROWS = 1000;
const NEIGHBOURS = 10;
const TAG = 'reported';

/** An agency with so many clients that have the figures of the demo, and some others. */
export async function seedAgency(database: Database, count: number) {
  const sealed = () => 'none';
  await seedDemo(database, {
    hashPassword: async () => 'none',
    describePage,
    storeEvidence,
    questionKey,
    sealWebhookSecret: sealed,
    sealSecondFactor: sealed,
    sealConnection: sealed,
  });
  const { orgId } = await seedDemoPeople(database, 1);
  await seedCopies(database, orgId, count, ROWS);
  const { accounts } = database;
  await database.asMaintenance().delete(clientReports);
  await accounts.delete(reportSchedules);
  // The portal works on those that are to get reports alone.
  await accounts.update(organizations).set({ status: 'suspended' }).where(ne(organizations.name, 'Copy'));
  await accounts
    .update(organizations)
    .set({ tags: [TAG] })
    .where(eq(organizations.name, 'Copy'));
  await accounts.update(users).set({ emailVerified: true }).where(sql`${users.email} like '%@example.com'`);
  const made = { operator: await seedOperator(database), neighbours: await seedClients(database, NEIGHBOURS) };
  await settle(database);
  return made;
}

const SECTIONS = 'overview scores ai_search competitors website search reviews listings goals tasks content'.split(' ');

/** Begins the monthly report of all clients of the agency, with every section, without a review. */
export async function runReports({ url }: { url: string }, { cookie }: Pick<Client, 'cookie'>) {
  const headers = { cookie, 'content-type': 'application/json', origin: url };
  async function post<Data>(path: string, body?: object) {
    const answer = await fetch(`${url}/api/operator/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { data: Data }).data;
  }
  const template = { name: 'Monthly report', sections: SECTIONS, period: 'month', language: 'en' };
  const { id: templateId } = await post<{ id: string }>('report-templates', template);
  const times = { every: 'month', day: 1, hour: 8, review: false };
  const { id } = await post<{ id: string }>('report-schedules', {
    ...times,
    templateId,
    clients: { tags: [TAG] },
    recipients: 'members',
  });
  return (await post<{ planned: number }>(`report-schedules/${id}/run`, {})).planned;
}
