import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { serverUser } from './cluster.ts';
import { folderForThisTest } from './folder.ts';
import { freePort } from './process.ts';

/** The program, where it is installed. */
export const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(existsSync);

/**
 * The URL of PgBouncer in transaction mode before a database, with few sessions for many connections, for this test
 * only.
 */
export async function pgbouncer(url: URL) {
  const folder = await folderForThisTest();
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
* = host=${url.hostname} port=${url.port || 5432} user=${url.username}${url.password && ` password=${url.password}`}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
max_client_conn = 200
ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout
`,
  );
  chmodSync(folder, 0o755);
  const pooler = spawn(PGBOUNCER ?? '', ['-q', file], { ...serverUser, stdio: 'ignore' });
  onTestFinished(async () => {
    pooler.kill();
    await once(pooler, 'exit');
  });
  await expect
    .poll(() => {
      const socket = connect(port, '127.0.0.1');
      return once(socket, 'connect').then(
        () => socket.destroy() && true,
        () => false,
      );
    })
    .toBe(true);
  return Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href;
}
