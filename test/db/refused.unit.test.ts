import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { connect } from '../../db/database.ts';

it('a database that refuses connections fails every statement at once, with the cause', async () => {
  // Longer than a test may take.
  const timeouts = { statement: 180_000, transaction: 240_000 };
  const refusing = 'postgres://postgres@127.0.0.1:1/portal';
  const { accounts, close } = await connect({ url: refusing, folder: '' }, timeouts);
  onTestFinished(close);

  const failures = await Promise.all(
    Array.from({ length: 20 }, () =>
      accounts.execute(sql`select 1`).then(
        () => undefined,
        ({ cause }) => cause,
      ),
    ),
  );

  expect(failures).toEqual(failures.map(() => expect.objectContaining({ code: 'ECONNREFUSED' })));
});
