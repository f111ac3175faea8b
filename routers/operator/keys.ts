import { count, eq, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb } from '../../db/handles.ts';
import { operatorKeys, users } from '../../db/schema/index.ts';
import { invalid, notFound } from '../../server/errors.ts';
import { newOperatorKey } from '../../server/identity/operator-keys.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../server/lists/page.ts';
import { operatorProcedure } from '../../server/trpc/procedures.ts';
import { AccountEmail, Name, PersonName, UserId } from '../auth/public.ts';
import { ById, Data, Moment, Ok, Paging, Timestamp, Uuid } from '../values/shapes.ts';
import { holdRole, noteAction } from './actions.ts';
import { operatorRoutes } from './shapes.ts';

const OPERATOR_KEYS = 50;

const { get, post, del } = operatorRoutes;

const Scopes = z
  .array(z.literal('ingest'))
  .min(1)
  .max(1)
  .meta({ description: '`ingest`: write scans and records of every client.', example: ['ingest'] });

const OperatorKey = z
  .object({
    id: Uuid.describe('Id of the key.'),
    name: z.string().meta({ description: 'Name of the key.', example: 'Nightly scans' }),
    scopes: z
      .array(z.string())
      .max(1)
      .meta({ description: '`ingest`: write scans and records of every client.', example: ['ingest'] }),
    prefix: z.string().meta({ description: 'First characters of the key, to recognize it.', example: 'ok_Zk3vQ9xT' }),
    createdAt: Timestamp.describe('When the key was created.'),
    createdBy: z
      .object({ id: UserId, name: PersonName, email: AccountEmail })
      .describe('The operator who created the key. It stops working with their role.'),
    expiresAt: Timestamp.nullable().describe('When the key expires; null if never.'),
    lastUsedAt: Timestamp.nullable().describe('When the key was last used, to the minute; null if never.'),
  })
  .meta({ id: 'OperatorKey', description: 'A key of the operator, without its secret.' });

const NewOperatorKey = z.object({
  name: Name.meta({ description: 'Name of the key.', example: 'Nightly scans' }),
  scopes: Scopes.default(['ingest']),
  expiresAt: Moment.refine((text) => Date.parse(text) > Date.now(), 'must be in the future')
    .nullish()
    .meta({
      description: 'When the key expires; omitted or null for a key without an end.',
      example: '2036-02-16T09:30:00Z',
    }),
});

const order = keyset('operator keys', 'desc', [operatorKeys.createdAt, KEY.moment], [operatorKeys.id, KEY.id]);

/** Keys with their makers, newest first. */
async function readKeys(db: AccountDb, some: SQL | undefined, limit = 1) {
  const rows = await db
    .select({ key: operatorKeys, createdBy: { id: users.id, name: users.name, email: users.email } })
    .from(operatorKeys)
    .innerJoin(users, eq(users.id, operatorKeys.createdBy))
    .where(some)
    .orderBy(...order.orderBy)
    .limit(limit);
  return rows.map(({ key, createdBy }) => ({ ...key, createdBy }));
}

export const operatorKeyProcedures = {
  list: operatorProcedure
    .meta(
      get('/operator/keys', 'List operator keys', {
        description: 'The keys that ingest for every client, without their secrets.',
        returns: 'The keys, newest first.',
        ...PAGED,
      }),
    )
    .input(Paging(OPERATOR_KEYS, OPERATOR_KEYS))
    .output(Data(z.array(OperatorKey).describe('The keys, newest first.')))
    .query(async ({ ctx, input }) => {
      const rows = await readKeys(ctx.db, order.after(input.after), input.limit + 1);
      const data = endPage(ctx, input, rows, ({ createdAt, id }) => order.cursorOf([createdAt.toISOString(), id]));
      return { ok: true, data };
    }),

  create: operatorProcedure
    .meta(
      post('/operator/keys', 'Create an operator key', {
        description: `Creates a key for \`/operator/clients/{id}/ingest\`, which opens nothing else. The secret is shown only in this response. There are at most ${OPERATOR_KEYS} keys. A key stops working when the person who created it loses the role.`,
        returns: 'The secret and the record of the new key.',
        status: 201,
        secrets: ['key'],
      }),
    )
    .input(NewOperatorKey)
    .output(
      Ok.extend({
        key: z.string().optional().meta({
          description: 'The secret, sent as `Authorization: Bearer`; it is not shown again.',
          example: 'ok_Zk3vQ9xT0m1bYfHnR7cJ2wLpD5sUaE8gKiN4oVtB6yM',
        }),
        apiKey: OperatorKey,
      }),
    )
    .mutation(async ({ ctx, input: { name, scopes, expiresAt } }) => {
      const { key, ...secret } = newOperatorKey();
      const apiKey = await ctx.db.transaction(async (tx) => {
        await holdRole(tx, ctx);
        const [existing] = await tx.select({ keys: count() }).from(operatorKeys);
        if ((existing?.keys ?? 0) >= OPERATOR_KEYS)
          throw invalid('', `There are at most ${OPERATOR_KEYS} operator keys. Please revoke one first.`);
        const facts = { name, scopes, createdBy: ctx.user.id, expiresAt: expiresAt ? new Date(expiresAt) : null };
        const [made] = await tx
          .insert(operatorKeys)
          .values({ ...secret, ...facts })
          .returning({ id: operatorKeys.id });
        const [stored] = made ? await readKeys(tx, eq(operatorKeys.id, made.id)) : [];
        if (!stored) throw new Error('An operator key was not inserted.');
        await noteAction(tx, ctx, 'operator_key_made', {});
        return stored;
      });
      return { ok: true, key, apiKey };
    }),

  remove: operatorProcedure
    .meta(
      del('/operator/keys/{id}', 'Revoke an operator key', {
        description: 'Deletes the key; it stops working at once.',
        returns: 'The key is revoked.',
      }),
    )
    .input(ById)
    .output(Ok)
    .mutation(async ({ ctx, input: { id } }) => {
      await ctx.db.transaction(async (tx) => {
        await holdRole(tx, ctx);
        const gone = await tx.delete(operatorKeys).where(eq(operatorKeys.id, id)).returning({ id: operatorKeys.id });
        if (gone.length === 0) throw notFound();
        await noteAction(tx, ctx, 'operator_key_deleted', {});
      });
      return { ok: true };
    }),
};
