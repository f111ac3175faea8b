import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connect } from '../../db/database.ts';
import { DiskFull } from '../../db/disk-guard.ts';
import { migrate } from '../../db/migrate.ts';
import { signInFailures } from '../../db/schema/index.ts';
import { explain } from '../../server/errors.ts';
import { freshDatabase } from '../helpers/database.ts';

const MIB = 1024 * 1024;
const TIMEOUTS = { statement: 10_000, transaction: 10_000 };

/** An embedded database on a disk whose free space and inodes the test sets. */
async function onDisk(free: number, inodes = Infinity) {
  const disk = { free, inodes, checks: 0, warnings: [] as string[] };
  const { variables, drop } = await freshDatabase();
  onTestFinished(async () => void (await drop()));
  const database = await connect({ folder: variables.DATA_DIR }, TIMEOUTS, {
    warn: (sentence) => disk.warnings.push(sentence),
    freeBytes: async () => {
      disk.checks++;
      return disk.free;
    },
    freeInodes: async () => disk.inodes,
  });
  const { accounts, close } = database;
  onTestFinished(close);
  return {
    disk,
    database,
    write: () => accounts.insert(signInFailures).values({ email: randomUUID(), count: 1 }),
    read: () => accounts.select().from(signInFailures),
  };
}

describe('An embedded database on an almost full disk', () => {
  it('refuses writes with 503, answers reads, and recovers', async () => {
    const { disk, write, read } = await onDisk(100 * MIB);
    await write();

    disk.free = 63 * MIB;
    await pause(1100);
    const refused = await write().then(() => undefined, explain);
    const rows = await read();
    disk.free = 100 * MIB;
    await pause(1100);
    await write();

    expect(refused).toMatchObject({ errorCode: 'SERVICE_UNAVAILABLE', status: 503 });
    expect(rows).toHaveLength(1);
    expect(await read()).toHaveLength(2);
    expect(disk.warnings).toEqual([expect.stringContaining('refused'), expect.stringContaining('accepted')]);
  });

  it('refuses writes while there are few inodes', async () => {
    const { disk, write, read } = await onDisk(100 * MIB, 2000);
    await write();

    disk.inodes = 1000;
    await pause(1100);
    const refused = await write().then(() => undefined, explain);
    const rows = await read();
    disk.inodes = 2000;
    await pause(1100);
    await write();

    expect(refused).toMatchObject({ errorCode: 'SERVICE_UNAVAILABLE', status: 503 });
    expect([rows.length, (await read()).length]).toEqual([1, 2]);
    expect(disk.warnings).toEqual([expect.stringContaining('1,024 inodes'), expect.stringContaining('accepted')]);
  });

  it('asks the disk at most once a second', async () => {
    const { disk, read } = await onDisk(100 * MIB);

    const started = performance.now();
    for (let call = 0; call < 100; call++) await read();

    expect(disk.checks).toBeLessThanOrEqual(2 + Math.floor((performance.now() - started) / 1000));
  });

  it('is opened, and refuses writes until there is space', async () => {
    const { disk, database, write, read } = await onDisk(63 * MIB);
    await migrate(database, async () => void (await read()));

    const refused = await write().then(() => undefined, explain);
    const rows = await read();
    disk.free = 100 * MIB;
    await pause(1100);
    await write();

    expect(refused).toMatchObject({ errorCode: 'SERVICE_UNAVAILABLE', status: 503 });
    expect([rows.length, (await read()).length]).toEqual([0, 1]);
    expect(disk.warnings).toEqual([expect.stringContaining('refused'), expect.stringContaining('accepted')]);
  });

  it('is not opened when a start has to write, or with less than 8 MiB or 64 inodes', async () => {
    const { database, write } = await onDisk(63 * MIB);

    await expect(migrate(database, write)).rejects.toThrow(DiskFull);
    await expect(onDisk(7 * MIB)).rejects.toThrow(DiskFull);
    await expect(onDisk(100 * MIB, 10)).rejects.toThrow('less than 64 inodes');
  });

  it('is not made', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portal-disk-'));
    onTestFinished(() => rm(folder, { recursive: true }));

    const few = [{ freeBytes: async () => 63 * MIB }, { freeInodes: async () => 2000 }];
    for (const disk of few) await expect(connect({ folder }, TIMEOUTS, disk)).rejects.toThrow(DiskFull);
  });
});
