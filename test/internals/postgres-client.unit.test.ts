import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import { expect, it } from 'vitest';
import { users } from '../../db/schema/index.ts';
import { postgresClient } from '../../internals/postgres-client.ts';

/** Writes down what Drizzle asks of a client, at any depth. */
function watched<T extends object>(target: T, asked: Set<string>, within = ''): T {
  return new Proxy(target, {
    get(object, key, receiver) {
      const value = Reflect.get(object, key, receiver);
      const name = `${within}${String(key)}`;
      asked.add(name);
      if (typeof value === 'object' && value !== null) return watched(value, asked, `${name}.`);
      return value;
    },
  });
}

it('Drizzle uses only the implemented parts of the driver’s client', async () => {
  const sent: string[] = [];
  const send = (query: string) => {
    sent.push(query);
    return Object.assign(Promise.resolve([]), { values: async () => [] });
  };
  const asked = new Set<string>();
  const client = postgresClient({
    run: async (work) => work(send),
    begin: (work) => work(send),
    during: (_, work) => work(),
  });
  const db = drizzle(watched(client, asked), { casing: 'snake_case' });

  await db.select().from(users).where(eq(users.name, 'Ada'));
  await db.execute(sql`select 1`);
  await db.transaction((tx) => tx.transaction((inner) => inner.delete(users)));

  const harmless = (name: string) => name === 'constructor' || /^options\.(parsers|serializers)\.\d+$/.test(name);
  expect([...asked].filter((name) => !harmless(name)).sort()).toEqual([
    'begin',
    'options',
    'options.parsers',
    'options.serializers',
    'unsafe',
  ]);
  expect(sent).toEqual([
    expect.stringMatching(/^select .* from "users"/),
    'select 1',
    'savepoint s1',
    expect.stringMatching(/^delete from "users"/),
  ]);
});
