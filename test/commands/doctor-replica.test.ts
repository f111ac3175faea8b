import { describe, expect, it } from 'vitest';
import { canMakeClusters } from '../helpers/cluster.ts';
import { onServer } from '../helpers/database.ts';
import { examined, keysForThisTest } from '../helpers/doctor.ts';
import { folderForThisTest } from '../helpers/folder.ts';
import { replicated } from '../helpers/replicated.ts';

describe.skipIf(!canMakeClusters || !onServer())('doctor, of a replica', () => {
  it('says whether it streams from the primary, how far it is behind, and where its URL leads elsewhere', async () => {
    const { primary, replica } = await replicated();
    const common = { ...keysForThisTest(), DATA_DIR: await folderForThisTest(), DATABASE_URL: primary.url };
    const said = (DATABASE_REPLICA_URL: string) => examined('replica', { ...common, DATABASE_REPLICA_URL });

    expect(await said(replica.url)).toEqual({
      check: 'replica',
      state: 'ok',
      message: 'The replica streams from the primary, and is up to date.',
    });
    expect(await said(primary.url)).toEqual({
      check: 'replica',
      state: 'failure',
      message: expect.stringMatching(/name a standby of DATABASE_URL \(NO_STANDBY\)/),
    });
    expect((await said(replica.url.replace(/postgres$/, 'template1')))?.message).toMatch(/OTHER_DATABASE/);

    await replica.sql`select pg_wal_replay_pause()`;
    await primary.sql`create table written (id int)`;
    expect(await said(replica.url)).toEqual({
      check: 'replica',
      state: 'warning',
      message: 'The replica is 1 MiB behind the primary: check its replication.',
    });
    await replica.kill();
    expect(await said(replica.url)).toMatchObject({
      state: 'failure',
      message: expect.stringMatching(/^The replica cannot be used/),
    });
  });
});
