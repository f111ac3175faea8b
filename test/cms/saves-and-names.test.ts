import postgres from 'postgres';
import { expect, it, onTestFinished } from 'vitest';
import { onServer } from '../helpers/database.ts';
import { portalForThisTest } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const PAGE = { title: 'Dental implants', content: '# Prices' };

// The embedded database has one connection.
it.skipIf(!onServer())('a page that is stored is answered also when names cannot be read any more', async () => {
  const portal = await portalForThisTest();
  const person = await portal.register();
  const { id } = (await person.post('/api/cms/pages', PAGE)).json().data;
  const { DATABASE_URL = '' }: Record<string, string> = portal.database.variables;
  const sql = postgres(DATABASE_URL, { max: 2, onnotice: () => {} });
  onTestFinished(() => sql.end({ timeout: 1 }));
  const isWaiting = () => sql`select from pg_locks where not granted`;

  const [locked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = sql.begin(async (holder) => {
    await holder`select from pages for update`;
    const saved = person.put(`/api/cms/pages/${id}`, { title: 'Saved' });
    await expect.poll(isWaiting).not.toHaveLength(0);
    const ends = lockNames();
    await locked.promise;
    return { saved, ends };
  });
  async function lockNames() {
    await sql.begin(async (other) => {
      await other`lock table users in access exclusive mode`;
      locked.resolve();
      await answered.promise;
    });
  }
  const { saved, ends } = await holding;
  const answer = await saved;
  answered.resolve();
  await ends;

  expect(outcome(answer)).toBe('200');
  expect(answer.json().data.metadata.author.id).toBe(person.userId);
});
