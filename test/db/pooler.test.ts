import { describe, expect, it, onTestFinished } from 'vitest';
import { freshDatabase, onServer } from '../helpers/database.ts';
import { PGBOUNCER, pgbouncer } from '../helpers/pgbouncer.ts';
import { openPortal } from '../helpers/portal.ts';
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
});
