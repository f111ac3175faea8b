import { describe, expect, it } from 'vitest';
import { canMakeClusters } from '../helpers/cluster.ts';
import { ingest } from '../helpers/content.ts';
import { onServer } from '../helpers/database.ts';
import { record } from '../helpers/records.ts';
import { goalKeeper, portalWithReplica, type Servers } from '../helpers/replicated.ts';

// The embedded run has tests enough for the two cores of a small machine.
describe.skipIf(!canMakeClusters || !onServer())('With a replica', () => {
  it('reads are served by it, and by the primary while it lacks a change of the organization', async () => {
    const { portal, primary, replica, reads } = await portalWithReplica();
    const [changing, resting] = [await goalKeeper(portal, ['Stored']), await goalKeeper(portal, ['Stored'])];
    await expect.poll(() => replica.sql`select from goals`.then((rows) => rows.length)).toBe(2);

    await replica.sql`select pg_wal_replay_pause()`;
    // No version tells of this change, so that answers tell who gave them.
    await primary.sql`update goals set title = 'From the primary'`;
    expect([await changing.titles(), await resting.titles()]).toEqual([['Stored'], ['Stored']]);

    const { behind, served } = reads();
    await ingest(changing, [record('goal', { title: 'New' })]);
    expect(await changing.titles()).toEqual(['From the primary', 'New']);
    expect(await resting.titles()).toEqual(['Stored']);
    expect(reads()).toMatchObject({ behind: behind + 2, served: served + 2 });

    await replica.sql`select pg_wal_replay_resume()`;
    await expect.poll(async () => (await changing.titles()) && reads().served).toBeGreaterThan(served + 2);
    expect(await changing.titles()).toEqual(['From the primary', 'New']);
  });

  it('no request fails when it dies, falls silent or refuses, and it serves again afterwards', async () => {
    const { portal, replica, reads, said } = await portalWithReplica();
    const people = await Promise.all(Array.from({ length: 4 }, () => goalKeeper(portal, ['Stored'])));
    const statuses = new Set<number>();
    let over = false;
    const load = people.map(async ({ list }) => {
      while (!over) {
        statuses.add((await list()).status);
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    });
    const more = () => expect.poll(() => reads().served).toBeGreaterThan(reads().served + 20);
    await more();

    replica.wire.silence();
    await expect.poll(() => said().length).toBe(1);
    replica.wire.drop();
    await replica.wire.heal();
    await more();
    replica.wire.refuse();
    await expect.poll(() => said().length).toBe(3);
    await replica.wire.heal();
    await more();
    await replica.kill();
    await expect.poll(() => said().length).toBe(5);
    over = true;
    await Promise.all(load);

    expect([...statuses]).toEqual([200]);
    expect(said()).toEqual([
      expect.stringMatching(/^The replica is left alone \(ETIMEDOUT\): the primary reads\.$/),
      'The replica serves reads again.',
      expect.stringMatching(/^The replica is left alone \(E?CONN\w+\): the primary reads\.$/),
      'The replica serves reads again.',
      // A server that is killed on a busy machine may fall silent before its connections close.
      expect.stringMatching(/^The replica is left alone \((E?CONN\w+|57P0\d|ETIMEDOUT)\): the primary reads\.$/),
    ]);
  });

  it('it is left alone once promoted', async () => {
    const { portal, primary, replica, reads, said } = await portalWithReplica();
    const person = await goalKeeper(portal, ['Stored']);
    await expect.poll(async () => (await person.list()) && reads().served).toBeGreaterThan(0);

    await replica.promote();
    await expect
      .poll(() => replica.sql`select pg_is_in_recovery() as standby`.then(([row]) => row?.standby))
      .toBe(false);
    await primary.sql`update goals set title = 'From the primary'`;

    expect(await person.titles()).toEqual(['From the primary']);
    expect(said()).toEqual(['The replica is left alone (NO_STANDBY): the primary reads.']);
  });

  it('nothing is read where its URL leads to another database', async () => {
    const another = ({ replica }: Servers) => replica.url.replace(/postgres$/, 'template1');
    const { portal, reads, said } = await portalWithReplica(another);
    const person = await goalKeeper(portal, ['Stored']);

    expect(await person.titles()).toEqual(['Stored']);
    await expect
      .poll(async () => (await person.list()) && said())
      .toContain('The replica is left alone (OTHER_DATABASE): the primary reads.');
    expect(reads().served).toBe(0);
  });
});
