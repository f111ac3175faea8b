import { eq, sql } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { expect, it } from 'vitest';
import { jobHandle } from '../../db/queues.ts';
import { clientExports, organizations, trafficHourly } from '../../db/schema/index.ts';
import { archives } from '../../routers/exports/archive/archives.ts';
import { startExport } from '../../routers/exports/archive/start-export.ts';
import { startErasure } from '../../routers/operator/erasure/start-erasure.ts';
import { archiveAt } from '../helpers/archives.ts';
import { clientDb } from '../helpers/client-db.ts';
import { onServer } from '../helpers/database.ts';
import { portalForThisTest } from '../helpers/portal.ts';
import { portalProcess } from '../helpers/process.ts';

const ROWS = 40_000;

/** A client with many rows, and the portal of the test, which runs no jobs. */
async function large() {
  const portal = await portalForThisTest({ env: { SEED_DEMO: 'false' } });
  const client = await portal.register({ orgName: 'Large' });
  const db = clientDb(portal, client.orgId);
  await db.execute(sql`
    insert into traffic_hourly (client_id, external_id, at, sessions)
    select ${client.orgId}::uuid, 'hour ' || n, now() - n * interval '1 hour', n from generate_series(1, ${ROWS}::int) n`);
  const { accounts } = portal.deps.database;
  const boss = new PgBoss({ db: jobHandle(accounts), supervise: false, schedule: false });
  return {
    portal,
    client,
    accounts,
    rows: () => db.$count(trafficHourly),
    /** A process that runs jobs. */
    worker: () => portalProcess(portal.database.variables),
    /** Finds out at once that a process is dead, which takes half a minute otherwise. */
    async declareDead() {
      await accounts.execute(
        sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`,
      );
      await boss.supervise();
    },
  };
}

// An embedded database is in one process only.
it.skipIf(!onServer())('an erasure goes on after its process was killed', async () => {
  const { portal, client, accounts, rows, worker, declareDead } = await large();
  const wanted = { clientId: client.orgId, name: 'Large', now: true };
  await accounts.transaction((tx) => startErasure(tx, undefined, portal.deps, wanted));

  const first = await worker();
  await expect.poll(rows, { timeout: 30_000, interval: 20 }).toBeLessThan(ROWS);
  await first.kill();
  const left = await rows();
  await declareDead();
  await worker();

  expect(left).toBeGreaterThan(0);
  const ofClient = eq(organizations.id, client.orgId);
  await expect.poll(() => accounts.$count(organizations, ofClient), { timeout: 90_000 }).toBe(0);
  expect(await rows()).toBe(0);
});

it.skipIf(!onServer())('an export is made anew after its process was killed', async () => {
  const { portal, client, accounts, worker, declareDead } = await large();
  const wanted = { clientId: client.orgId, requestedBy: client.userId, page: '/' };
  const { row } = await accounts.transaction((tx) => startExport(tx, portal.deps, wanted));
  const read = async () => (await accounts.select().from(clientExports).where(eq(clientExports.id, row.id)))[0];

  const first = await worker();
  await expect.poll(async () => (await read())?.status, { timeout: 30_000, interval: 10 }).toBe('running');
  await first.kill();
  const killed = await read();
  await declareDead();
  await worker();

  expect(killed?.status).toBe('running');
  await expect.poll(async () => (await read())?.status, { timeout: 90_000 }).toBe('ready');
  const { use } = portal.deps;
  const { file, createdAt, expiresAt } = (await read()) ?? {};
  if (!file || !createdAt || !expiresAt) throw new Error('The export has no file.');
  const archive = await archiveAt(portal, await use(archives).linkTo({ file, createdAt, expiresAt }, 'Large'));
  expect(archive.manifest.files.find(({ path }) => path.endsWith('/traffic_hourly.ndjson'))?.rows).toBe(ROWS);
  expect(archive.manifest.files).toEqual(archive.contents);
});
