import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type Connection, UNSCOPED } from '../../db/connection.ts';
import { connectionPool } from '../../db/pool.ts';

const connection = (closed: () => void): Connection => ({
  send: () => {
    throw new Error('Nothing is sent.');
  },
  ownSession: true,
  standby: false,
  scope: UNSCOPED,
  usable: () => true,
  close: closed,
  onlost: undefined,
});

it('closes the connections of a busier moment, but for the last two', async () => {
  let open = 0;
  const another = async () => {
    open++;
    return connection(() => open--);
  };
  const pool = connectionPool(another, { after: 20, kept: 2 });
  const busy = await Promise.all([1, 2, 3, 4, 5].map(() => pool.open()));
  await wait(60);
  expect(open).toBe(5);

  for (const one of busy) pool.release(one);

  await expect.poll(() => open).toBe(2);
  expect([pool.take(UNSCOPED), pool.take(UNSCOPED), pool.take(UNSCOPED)]).toEqual([busy[4], busy[3], undefined]);
});
