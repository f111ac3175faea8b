import { describe, expect, it, onTestFinished } from 'vitest';
import { canMakeClusters } from '../helpers/cluster.ts';
import { freshDatabase, onServer } from '../helpers/database.ts';
import { PGBOUNCER, pgbouncer } from '../helpers/pgbouncer.ts';
import { openPortal } from '../helpers/portal.ts';
import { goalKeeper, portalWithReplica } from '../helpers/replicated.ts';
import { scan } from '../helpers/scans.ts';

describe.skipIf(!PGBOUNCER || !onServer())('Behind PgBouncer in transaction mode', () => {
  it('clients that work at the same moment see their own data alone', async () => {
    const { variables, drop } = await freshDatabase();
    const direct = variables.DATABASE_URL ?? '';
    const DATABASE_URL = await pgbouncer(new URL(direct));
    const portal = await openPortal({
      beside: {
        database: {
          variables: { ...variables, DATABASE_URL, DATABASE_MIGRATION_URL: direct, DATABASE_PREPARE: 'false' },
        },
      },
    });
    onTestFinished(async () => {
      await portal.close();
      await drop();
    });

    const people = await Promise.all(Array.from({ length: 5 }, () => portal.register()));
    const seen = await Promise.all(
      people.map(async (person, index) => {
        const pipeline = await person.pipeline();
        await pipeline.post('/api/ingest/scans', scan({ externalId: `scan-${index}` }));
        const titles = [];
        for (let round = 0; round < 10; round++) {
          await person.post('/api/cms/pages', { title: `${index}`, content: 'Text' });
          const pages = (await person.get('/api/cms/pages')).json() as { title: string }[];
          titles.push(...pages.map(({ title }) => title));
          expect(pages).toHaveLength(round + 1);
        }
        return new Set(titles);
      }),
    );

    expect(seen).toEqual(people.map((_, index) => new Set([`${index}`])));
  });

  it.skipIf(!canMakeClusters)('a replica serves reads, and none older than its reader’s own write', async () => {
    const { portal, reads } = await portalWithReplica(
      ({ replica }) => pgbouncer(new URL(`postgres://postgres@127.0.0.1:${replica.port}/postgres`)),
      { DATABASE_PREPARE: 'false' },
    );
    const people = await Promise.all(Array.from({ length: 4 }, () => goalKeeper(portal, ['Stored'])));

    const wrong = await Promise.all(
      people.map(async (person, index) => {
        const id = (await person.list()).goals[0]?.goal_id ?? '';
        const seen: string[][] = [];
        for (let round = 0; round < 20; round++) {
          const title = `${index} ${round}`;
          expect((await person.rename(id, title)).statusCode).toBe(200);
          for (let read = 0; read < 3; read++) {
            const titles = await person.titles();
            if (titles.join() !== title) seen.push([title, ...titles]);
          }
        }
        return seen;
      }),
    );

    expect(wrong).toEqual([[], [], [], []]);
    // On a busy machine the primary may read for a while.
    const served = async () => {
      await people[0]?.titles();
      return reads().served;
    };
    await expect.poll(served).toBeGreaterThan(20);
  });
});
