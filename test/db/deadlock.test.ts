import postgres from 'postgres';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freshDatabase, onServer } from '../helpers/database.ts';
import { openPortal } from '../helpers/portal.ts';
import { goalKeeper } from '../helpers/replicated.ts';

/**
 * A portal on a database where whoever waits for a lock looks for a deadlock after three seconds, and a session beside
 * it.
 */
async function portalAndSession(isolation = 'read committed') {
  const { variables, drop } = await freshDatabase();
  const sql = postgres(variables.DATABASE_URL ?? '', { max: 2, onnotice: () => {} });
  const [{ name } = { name: '' }] = await sql<{ name: string }[]>`select current_database() as name`;
  await sql.unsafe(`alter database ${name} set deadlock_timeout = '3s'`);
  await sql.unsafe(`alter database ${name} set default_transaction_isolation = '${isolation}'`);
  const portal = await openPortal({ beside: { database: { variables } } });
  onTestFinished(async () => {
    await sql.end({ timeout: 1 });
    await portal.close();
    await drop();
  });
  return { portal, sql };
}

// The embedded database has one connection.
describe.skipIf(!onServer())('A request that PostgreSQL ends because it met another', () => {
  it('is answered with 503 and may be repeated after a deadlock', async () => {
    const { portal, sql } = await portalAndSession();
    const person = await goalKeeper(portal, ['Stored']);
    const id = (await person.list()).goals[0]?.goal_id ?? '';
    const isWaiting = () => sql`select from pg_locks where not granted`;

    const answer = await sql.begin(async (other) => {
      await other`set local deadlock_timeout = '60s'`;
      await other`update organizations set name = name`;
      const renaming = person.rename(id, 'Renamed');
      await expect.poll(isWaiting).not.toHaveLength(0);
      await other`update goals set title = title`;
      return renaming;
    });

    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ ok: false, code: 'SERVICE_UNAVAILABLE', retry_after: 5 });
    expect(answer.headers['retry-after']).toBe('5');
    expect(portal.lines.join('')).toContain('40P01');
    expect(await person.titles()).toEqual(['Stored']);
    expect((await person.rename(id, 'Renamed')).statusCode).toBe(200);
  });

  it('is answered with 503 after a serialization failure', async () => {
    const { portal, sql } = await portalAndSession('repeatable read');
    const person = await goalKeeper(portal, ['Stored']);
    const id = (await person.list()).goals[0]?.goal_id ?? '';

    const answer = await sql.begin(async (other) => {
      await other`update goals set title = title`;
      const renaming = person.rename(id, 'Renamed');
      await expect.poll(() => sql`select from pg_locks where not granted`).not.toHaveLength(0);
      return { renaming };
    });
    const response = await answer.renaming;

    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBe('5');
    expect(portal.lines.join('')).toContain('40001');
    expect((await person.rename(id, 'Renamed')).statusCode).toBe(200);
  });
});
