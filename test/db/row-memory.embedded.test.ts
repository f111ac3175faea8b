import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import postgres from 'postgres';
import { expect, it, onTestFinished } from 'vitest';
import { openEmbedded } from '../../db/embedded.ts';
import { collectGarbage } from '../../server/garbage-collection.ts';
import { folderForThisTest } from '../helpers/folder.ts';

const MIB = 1024 * 1024;
const TEXT = MIB / 4;

/**
 * Bytes that are in use after a collection. V8 frees the memory of array buffers on another thread, and waits for that
 * thread only when the next collection begins.
 */
function inUse() {
  collectGarbage({ type: 'major', execution: 'sync' });
  collectGarbage({ type: 'major', execution: 'sync' });
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

async function openedForThisTest() {
  const embedded = await openEmbedded(await folderForThisTest());
  const sql = postgres({ host: 'embedded', username: 'postgres', max: 1, socket: embedded.socket } as object);
  onTestFinished(async () => {
    await sql.end();
    await embedded.close();
  });
  return sql;
}

it('keeps nothing of the rows that the embedded database has answered', async () => {
  const sql = await openedForThisTest();
  const read = async (times: number) => {
    for (let n = 0; n < times; n++) {
      const [row] = await sql`select repeat(${String(n % 10)}, ${TEXT}) as text`;
      expect(row?.text).toHaveLength(TEXT);
    }
  };
  await read(10);
  const before = inUse();

  await read(200);

  expect(inUse() - before).toBeLessThan(20 * MIB);
});

it('accepts many connections between two long statements', async () => {
  const sql = await openedForThisTest();
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  let accepted = 0;
  server.on('connection', (socket) => {
    accepted++;
    socket.destroy();
  });
  const { port } = server.address() as AddressInfo;
  const sockets = Array.from({ length: 100 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  let statements = 0;
  while (accepted < sockets.length && statements < 50) {
    await sql`select count(*) from generate_series(1, 1000000)`;
    statements++;
  }

  expect(accepted).toBe(sockets.length);
  expect(statements).toBeLessThan(20);
});
