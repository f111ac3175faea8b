import { and, eq, exists, inArray, isNotNull, or, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb } from '../../db/handles.ts';
import { authenticators, memberships, operators, users } from '../../db/schema/index.ts';
import { TEXT } from '../../server/limits/sizes.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../server/lists/page.ts';
import { operatorProcedure } from '../../server/trpc/procedures.ts';
import { AccountEmail, PersonName, UserId } from '../auth/public.ts';
import { containing } from '../values/containing.ts';
import { Data, paging } from '../values/shapes.ts';
import { operatorRoutes } from './shapes.ts';

export const ListedUser = z
  .object({
    id: UserId,
    email: AccountEmail,
    name: PersonName,
    twoFactorEnabled: z.boolean().describe('Whether the sign-in needs a code.'),
    locked: z.boolean().describe('Whether an operator has locked the account.'),
  })
  .meta({ id: 'ListedUser', description: 'An account, as the operator sees it.' });

const { id, email, name, lockedAt } = users;
const order = keyset('users', 'asc', [email, KEY.text]);

const read = (db: AccountDb, some: SQL | undefined, limit = 1) =>
  db
    .select({
      id,
      email,
      name,
      twoFactorEnabled: isNotNull(authenticators.userId).mapWith(Boolean),
      locked: isNotNull(lockedAt).mapWith(Boolean),
    })
    .from(users)
    .leftJoin(authenticators, eq(authenticators.userId, id))
    .where(some)
    .orderBy(...order.orderBy)
    .limit(limit);

/** An account as the list shows it. */
export async function readUser(db: AccountDb, userId: string) {
  const [user] = await read(db, eq(id, userId));
  if (!user) throw new Error('The user does not exist.');
  return user;
}

const isMember = (db: AccountDb) => inArray(id, db.select({ id: memberships.userId }).from(memberships));

const Filter = z.object({
  ...paging(50, 200),
  search: z
    .string()
    .trim()
    .max(TEXT.email)
    .meta({ description: 'Part of the address or name.', example: 'priya' })
    .optional(),
  role: z.enum(operators.role.enumValues).describe('Only who runs the portal in this role.').optional(),
});

export const userListProcedures = {
  list: operatorProcedure
    .meta(
      operatorRoutes.get('/operator/users', 'List users', {
        description: 'The accounts of the portal by address; to an operator with portfolios those of its clients.',
        returns: 'The accounts.',
        ...PAGED,
      }),
    )
    .input(Filter)
    .output(Data(z.array(ListedUser).describe('The accounts, by address.')))
    .query(async ({ ctx, input }) => {
      const { search, role } = input;
      const found = and(
        // The role of an operator with portfolios sees memberships of their clients only, but colleagues as well.
        ctx.reach === 'all' ? undefined : isMember(ctx.db),
        search ? or(containing(email, search), containing(name, search)) : undefined,
        role &&
          exists(
            ctx.db
              .select()
              .from(operators)
              .where(and(eq(operators.userId, id), eq(operators.role, role))),
          ),
      );
      const rows = await read(ctx.db, and(order.after(input.after), found), input.limit + 1);
      return { ok: true, data: endPage(ctx, input, rows, (row) => order.cursorOf([row.email])) };
    }),
};
