import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Connection, openConnection, UNSCOPED } from '../../db/connection.ts';
import { connect } from '../../db/database.ts';
import type { Executor } from '../../db/handles.ts';
import { beginScoped, type Scope, scopedStatement } from '../../db/scope.ts';
import type { ClientId } from '../../db/tenant.ts';
import type { SendStatement } from '../../internals/postgres-client.ts';
import { freshDatabase, onServer } from '../helpers/database.ts';

const SCOPE = "select current_user::text as role, current_setting('app.client_id', true) as client, $1::int as echo";
const tenant = (clientId = randomUUID()): Scope => ({ role: 'portal_tenant', clientId });

/** A server before PostgreSQL that states a process id of its own, like a pooler. */
async function pooler(url: string) {
  const { hostname, port } = new URL(url);
  const server = createServer((near) => {
    const far = dial(Number(port || 5432), hostname);
    near.pipe(far);
    far.on('data', (bytes: Buffer) => {
      // BackendKeyData: its type, its length, the process id and a secret.
      const key = bytes.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]));
      if (key >= 0) bytes.writeInt32BE(1, key + 5);
      near.write(bytes);
    });
    for (const [one, other] of [[near, far] as const, [far, near] as const]) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return Object.assign(new URL(url), { host: `127.0.0.1:${(server.address() as AddressInfo).port}` }).href;
}

describe.skipIf(!onServer())('The scope of a connection', () => {
  let url: string;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const fresh = await freshDatabase();
    url = fresh.variables.DATABASE_URL ?? '';
    drop = fresh.drop;
  });
  afterAll(() => drop());

  async function open(at = url) {
    const connection = await openConnection(at, {});
    onTestFinished(() => connection.close());
    return connection;
  }
  const seenBy = async (connection: Connection, scope?: Scope) => {
    const rows = (await scopedStatement(connection, scope, (send) => send(SCOPE, [1]))) as { role: string }[];
    return rows[0];
  };

  it('stays for the next statement of the client, and is replaced for others and for account tables', async () => {
    const connection = await open();
    const [one, other] = [tenant(), tenant()];
    const login = await seenBy(connection);

    for (const scope of [one, one, other, one]) {
      expect(await seenBy(connection, scope)).toMatchObject({ role: 'portal_tenant', client: scope.clientId });
      expect(connection.scope).toBe(scope.clientId);
    }
    expect(await seenBy(connection)).toMatchObject({ role: login?.role, client: '' });
    expect(connection.scope).toBe(UNSCOPED);
  });

  it('of maintenance ends with its statement, and with its transaction', async () => {
    const connection = await open();
    const maintenance: Scope = { role: 'portal_maintenance', clientId: '' };
    const scope = tenant();
    await seenBy(connection, scope);

    expect(await seenBy(connection, maintenance)).toMatchObject({ role: 'portal_maintenance', client: '' });
    await beginScoped(connection, maintenance, async (send) => {
      expect((await send(SCOPE, [1])) as object[]).toMatchObject([{ role: 'portal_maintenance' }]);
    });
    await connection.send('commit');

    const [session] = await connection.send(SCOPE, [1]);
    expect(session).toMatchObject({ role: 'portal_tenant', client: scope.clientId });
  });

  it('is set anew after it could not be set, and the statement that came with it fails', async () => {
    const connection = await open();
    const [first, second] = [tenant(), tenant()];
    await seenBy(connection, first);
    const impossible = { role: 'no_such_role', clientId: second.clientId } as unknown as Scope;

    await expect(seenBy(connection, impossible)).rejects.toMatchObject({ code: '22023' });
    const work = vi.fn(async (send: SendStatement) => send(SCOPE, [1]));
    await expect(beginScoped(connection, impossible, work)).rejects.toMatchObject({ code: '22023' });
    expect(work).toHaveBeenCalled();
    await connection.send('rollback');

    expect(connection.scope).toBeUndefined();
    expect(await seenBy(connection, first)).toMatchObject({ client: first.clientId });
  });

  it('survives a failed statement and a rolled back transaction', async () => {
    const connection = await open();
    const scope = tenant();

    await expect(scopedStatement(connection, scope, (send) => send('select 1 / $1::int', [0]))).rejects.toThrow();
    await beginScoped(connection, scope, async () => {});
    await connection.send('rollback');

    const [session] = await connection.send(SCOPE, [1]);
    expect(session).toMatchObject({ role: 'portal_tenant', client: scope.clientId });
  });

  it('ends with each statement behind a pooler, which may send the next one to another session', async () => {
    const connection = await open(await pooler(url));
    const scope = tenant();
    const login = await seenBy(connection);

    expect(connection.ownSession).toBe(false);
    expect(await seenBy(connection, scope)).toMatchObject({ role: 'portal_tenant', client: scope.clientId });
    const [session] = await connection.send(SCOPE, [1]);
    expect(session).toMatchObject({ role: login?.role, client: '' });
  });
});

it('each statement runs in the scope of its handle, whatever ran on its connection before', async () => {
  const { variables, drop } = await freshDatabase();
  const database = await connect(
    { url: variables.DATABASE_URL, folder: variables.DATA_DIR },
    { statement: 20_000, transaction: 20_000 },
  );
  onTestFinished(async () => {
    await database.close();
    await drop();
  });
  const clients = Array.from({ length: 5 }, () => randomUUID() as ClientId);
  const scopeOf = async (db: Executor) => {
    const [row] = await db.execute(
      sql`select current_user::text as role, current_setting('app.client_id', true) as client`,
    );
    return `${row?.role} ${row?.client || 'no client'}`;
  };
  const login = await scopeOf(database.accounts);

  const calls = Array.from({ length: 300 }, async (_, index) => {
    const clientId = clients[index % 5] ?? ('' as ClientId);
    const db = database.as({ clientId });
    const failing = () =>
      db.execute(sql`select 1 / ${0}::int`).then(
        () => 'succeeded',
        () => 'failed',
      );
    if (index % 7 === 0) return [await scopeOf(database.accounts), login];
    if (index % 11 === 0) return [await scopeOf(database.asMaintenance()), 'portal_maintenance no client'];
    if (index % 13 === 0) return [await failing(), 'failed'];
    if (index % 3 === 0) return [await db.transaction((tx) => scopeOf(tx)), `portal_tenant ${clientId}`];
    if (index % 17 === 0) return [await database.accounts.transaction((tx) => scopeOf(tx)), login];
    return [await scopeOf(db), `portal_tenant ${clientId}`];
  });

  for (const [found, expected] of await Promise.all(calls)) expect(found).toBe(expected);
});

it('a transaction that times out leaves neither its scope nor its changes to the next call', async () => {
  const { variables, drop } = await freshDatabase();
  const database = await connect(
    { url: variables.DATABASE_URL, folder: variables.DATA_DIR },
    { statement: 20_000, transaction: 500 },
  );
  onTestFinished(async () => {
    await database.close();
    await drop();
  });
  const { accounts } = database;
  const scope = async () => [...(await accounts.execute(sql`select current_user::text as role`))];
  const login = await scope();
  const name = `table_${randomUUID().slice(0, 8)}`;

  const slow = database.asMaintenance().transaction(async (tx) => {
    await tx.execute(sql`create temporary table ${sql.identifier(name)} (id int)`);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  });

  await expect(slow).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  expect(await scope()).toEqual(login);
  expect([...(await accounts.execute(sql`select to_regclass(${name}) as found`))]).toEqual([{ found: null }]);
});
