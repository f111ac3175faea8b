import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { sessions } from '../../db/schema/index.ts';
import { makePage } from '../helpers/content.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { outcome } from '../helpers/wire.ts';

const portal = portalForThisFile();

it('large answers that wait for their turn are refused when the session ends meanwhile', async () => {
  const person = await portal.register();
  const { id } = await makePage(person, { title: 'Long', content: 'word '.repeat(80_000) });
  const read = () => person.get(`/api/cms/pages/${id}`);
  const first = await read();
  expect(first.payload.length).toBeGreaterThan(256 * 1024);

  const reads = Array.from({ length: 40 }, read);
  await Promise.race(reads);
  await portal.deps.database.accounts.delete(sessions).where(eq(sessions.userId, person.userId));

  expect(outcome((await Promise.all(reads)).at(-1) ?? first)).toBe('401 UNAUTHENTICATED');
});
