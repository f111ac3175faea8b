import { sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connect } from '../../db/database.ts';
import { databaseUrlFault, hostsOf } from '../../db/hosts.ts';
import { explain } from '../../server/errors.ts';
import { canMakeClusters, cluster } from '../helpers/cluster.ts';
import { onServer } from '../helpers/database.ts';

describe('A database URL', () => {
  it('may list several hosts', () => {
    expect(
      hostsOf('postgres://me:p%40ss@one,two:5433,[::1]:5434/portal?target_session_attrs=read-write&sslmode=require'),
    ).toEqual([
      'postgres://me:p%40ss@one/portal',
      'postgres://me:p%40ss@two:5433/portal',
      'postgres://me:p%40ss@[::1]:5434/portal',
    ]);
  });

  it.each([
    ['postgres://one/portal', true],
    ['postgresql://me@one:1,two:2/portal?target_session_attrs=primary', true],
    ['postgres://one,two:70000/portal', false],
    ['postgres://one,/portal', false],
    ['postgres://one,two/portal?target_session_attrs=prefer-standby', false],
    ['mysql://one/portal', false],
    ['portal', false],
  ])('%s is valid: %s', (url, valid) => {
    expect(databaseUrlFault(url) === undefined).toBe(valid);
  });
});

describe('The URL of a replica', () => {
  it.each([
    ['postgres://one,two:5433/portal?target_session_attrs=standby', true],
    ['postgres://one/portal', true],
    ['postgres://one/portal?target_session_attrs=read-write', false],
  ])('%s is valid: %s', (url, valid) => {
    expect(databaseUrlFault(url, 'standby') === undefined).toBe(valid);
  });
});

// The embedded run has tests enough for the two cores of a small machine.
describe.skipIf(!canMakeClusters || !onServer())('After a failover', () => {
  it('the promoted standby serves; meanwhile statements fail as unavailable, and no acknowledged row is lost', async () => {
    const primary = await cluster();
    const standby = await cluster({ primary });
    const url = `postgres://postgres@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/postgres?target_session_attrs=read-write`;
    const { accounts, close } = await connect({ url, folder: '' }, { statement: 4000, transaction: 8000 });
    onTestFinished(close);
    await accounts.execute(sql`create table written (id int primary key)`);
    // Acknowledged only once the standby has it.
    await accounts.execute(sql`alter system set synchronous_standby_names = '*'`);
    await accounts.execute(sql`select pg_reload_conf()`);

    const acknowledged: number[] = [];
    const failures = new Set<number>();
    let recovered = false;
    const writing = (async () => {
      for (let id = 0; !recovered; id++) {
        await accounts.execute(sql`insert into written values (${id})`).then(
          () => acknowledged.push(id),
          (error) => failures.add(explain(error).status),
        );
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    })();
    await expect.poll(() => acknowledged.length).toBeGreaterThan(20);
    await primary.kill();
    // A statement that waits for a primary may otherwise see none missing.
    await expect.poll(() => [...failures]).toEqual([503]);
    await standby.promote();
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 20);
    recovered = true;
    await writing;

    const rows = await accounts.execute(sql`select id from written`);
    const stored = new Set(rows.map(({ id }) => Number(id)));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    expect([...failures]).toEqual([503]);
  });
});
