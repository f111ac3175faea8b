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

  it('whoever has written reads it, in hundreds of pairs beside each other', async () => {
    const { portal, replica, reads } = await portalWithReplica();
    await replica.sql`alter system set recovery_min_apply_delay = '30ms'`;
    await replica.sql`select pg_reload_conf()`;
    const people = await Promise.all(Array.from({ length: 6 }, () => goalKeeper(portal, ['Stored'])));

    const stale = await Promise.all(
      people.map(async (person) => {
        const id = (await person.list()).goals[0]?.goal_id ?? '';
        let wrong = 0;
        for (let pair = 0; pair < 50; pair++) {
          const title = `Title ${pair}`;
          expect((await person.rename(id, title)).statusCode).toBe(200);
          if ((await person.titles())[0] !== title) wrong++;
          // Long enough for the replica, some of the time.
          await new Promise((resolve) => setTimeout(resolve, pair % 3 === 0 ? 80 : 0));
          if ((await person.titles())[0] !== title) wrong++;
        }
        return wrong;
      }),
    );

    expect(stale).toEqual([0, 0, 0, 0, 0, 0]);
    expect(reads().served).toBeGreaterThan(20);
    expect(reads().behind).toBeGreaterThan(20);
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

  it('a read that is in the way of changes to replay is answered by the primary', async () => {
    const { portal, primary, replica, reads, said } = await portalWithReplica();
    await replica.sql`alter system set max_standby_streaming_delay = 0`;
    await replica.sql`select pg_reload_conf()`;
    const [person, onlooker] = [await goalKeeper(portal, ['Stored']), await portal.register()];
    await primary.sql`create policy slow_on_replica on goals as restrictive to portal_tenant
      using (case when pg_is_in_recovery() then pg_sleep(0.9) is not null else true end)`;
    await expect.poll(() => replica.sql`select from pg_policies where policyname = 'slow_on_replica'`).toHaveLength(1);
    // Without goals nothing sleeps, and a client whose statements took long would have one connection at a time.
    await expect.poll(async () => (await onlooker.get('/api/dashboard/goals')) && reads().served).toBeGreaterThan(0);

    const { failed } = reads();
    const list = person.list();
    // Its two statements run beside each other.
    const asleep = () => replica.sql`select from pg_stat_activity where wait_event = 'PgSleep'`;
    await expect.poll(asleep, { interval: 10 }).toHaveLength(2);
    await primary.sql.begin((sql) => sql`lock table goals in access exclusive mode`);

    expect(await list).toMatchObject({ status: 200, goals: [{ title: 'Stored' }] });
    expect(reads().failed).toBe(failed + 2);
    // Counts are reported after ten idle seconds at the latest.
    const conflicts = () => replica.sql`select sum(confl_lock)::int as count from pg_stat_database_conflicts`;
    await expect.poll(conflicts).toEqual([{ count: 2 }]);
    expect(said()).toEqual([]);
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

  it.each([
    ['a primary', 'NO_STANDBY', ({ primary }: Servers) => primary.url],
    ['another database', 'OTHER_DATABASE', ({ replica }: Servers) => replica.url.replace(/postgres$/, 'template1')],
    ['another role', 'OTHER_DATABASE', ({ replica }: Servers) => replica.url.replace('postgres@', 'somebody@')],
  ])('nothing is read where its URL leads to %s', async (_name, code, urlOf) => {
    const { portal, primary, reads, said } = await portalWithReplica(urlOf);
    await primary.sql`create role somebody login superuser`;
    const person = await goalKeeper(portal, ['Stored']);

    expect(await person.titles()).toEqual(['Stored']);
    await expect
      .poll(async () => (await person.list()) && said(), { timeout: 10_000 })
      .toContain(`The replica is left alone (${code}): the primary reads.`);
    expect(reads().served).toBe(0);
  });
});
