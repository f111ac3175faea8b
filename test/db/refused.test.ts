import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { connect } from '../../db/database.ts';

it('a database that refuses connections fails every statement at once, with the cause', async () => {
  const timeouts = { statement: 4000, transaction: 7000 };
  const refusing = 'postgres://postgres@127.0.0.1:1/portal';
  const { accounts, close } = await connect({ url: refusing, folder: '' }, timeouts);
  onTestFinished(close);

  const started = performance.now();
  const failures = await Promise.all(
    Array.from({ length: 20 }, () =>
      accounts.execute(sql`select 1`).then(
        () => undefined,
        ({ cause }) => cause,
      ),
    ),
  );

  expect(failures).toEqual(failures.map(() => expect.objectContaining({ code: 'ECONNREFUSED' })));
  expect(performance.now() - started).toBeLessThan(2000);
});
