import { eq, isNotNull, sql } from 'drizzle-orm';
import type { AccountDb } from '../../db/handles.ts';
import { accountQuery } from '../../db/prepared.ts';
import { authenticators, operators } from '../../db/schema/index.ts';

const lookUp = accountQuery((db) =>
  db
    .select({
      role: operators.role,
      limited: operators.limited,
      hasSecondFactor: isNotNull(authenticators.userId).mapWith(Boolean),
    })
    .from(operators)
    .leftJoin(authenticators, eq(authenticators.userId, operators.userId))
    .where(eq(operators.userId, sql.placeholder('userId'))),
);

/** The platform role of a user, whether portfolios limit it, and whether the sign-in needs a code; or undefined. */
export async function findOperator(db: AccountDb, userId: string) {
  const [found] = await lookUp(db).execute({ userId });
  return found;
}
