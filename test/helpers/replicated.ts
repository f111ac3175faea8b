import postgres from 'postgres';
import { onTestFinished } from 'vitest';
import { connect } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { cluster } from './cluster.ts';
import { ingest } from './content.ts';
import { portalForThisTest } from './portal.ts';
import { record } from './records.ts';
import { wireTo } from './tcp-proxy.ts';

/** Two clusters, a migrated primary and its streaming replica behind a wire that can be cut, for this test only. */
async function replicated() {
  const primary = await cluster();
  const database = await connect({ url: primary.url, folder: '' }, { statement: 20_000, transaction: 60_000 });
  await migrate(database);
  await database.close();
  const replica = await cluster({ primary });
  const wire = await wireTo({ host: '127.0.0.1', port: replica.port });
  const on = (url: string) => {
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    onTestFinished(() => sql.end({ timeout: 1 }));
    return sql;
  };
  const url = `postgres://postgres@127.0.0.1:${wire.port}/postgres`;
  return { primary: { ...primary, sql: on(primary.url) }, replica: { ...replica, url, wire, sql: on(replica.url) } };
}

export type Servers = Awaited<ReturnType<typeof replicated>>;

const UNLIMITED = { RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_PER_CLIENT: '0' };

/** A portal with a replica, or with `urlOf` some other server in its place, for this test only. */
export async function portalWithReplica(
  urlOf: (servers: Servers) => string | Promise<string> = ({ replica }) => replica.url,
  more: Record<string, string> = {},
) {
  const servers = await replicated();
  const variables = { DATABASE_URL: servers.primary.url, DATABASE_REPLICA_URL: await urlOf(servers) };
  const portal = await portalForThisTest({ env: { ...variables, ...UNLIMITED, ...more } });
  return {
    ...servers,
    portal,
    /** How many reads the replica has served, and the primary in its place. */
    reads: () => ({ served: 0, behind: 0, failed: 0, left_alone: 0, ...portal.deps.database.replica?.reads() }),
    /** The lines of the log about the replica. */
    said: () => portal.lines.flatMap((line) => /"msg":"(The replica [^"]*)"/.exec(line)?.[1] ?? []),
  };
}

type Portal = Awaited<ReturnType<typeof portalWithReplica>>['portal'];

/** An administrator with goals, and what reads and writes them. */
export async function goalKeeper(portal: Portal, titles: string[]) {
  const person = await portal.register();
  await ingest(
    person,
    titles.map((title) => record('goal', { title })),
  );
  const list = async () => {
    const response = await person.get('/api/dashboard/goals');
    return { status: response.statusCode, goals: response.json().data as { goal_id: string; title: string }[] };
  };
  return {
    ...person,
    list,
    titles: async () => (await list()).goals.map(({ title }) => title).sort(),
    rename: (id: string, title: string) => person.put(`/api/dashboard/goals/${id}`, { title }),
  };
}
