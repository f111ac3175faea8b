import { asc, eq, inArray } from 'drizzle-orm';
import type { AccountDb } from '../../../db/handles.ts';
import { portfolioOperators, portfolios } from '../../../db/schema/index.ts';
import { CommandRefused } from '../../../server/command.ts';
import { endLostAccess } from './lost-access.ts';

/** Adds portfolios to those of an operator whose row is locked; none takes all away. Ends what is out of reach. */
export async function setPortfolios(tx: AccountDb, operatorId: string, names: string[]) {
  if (names.length === 0) {
    await tx.delete(portfolioOperators).where(eq(portfolioOperators.operatorId, operatorId));
    return;
  }
  const found = await tx
    .select({ id: portfolios.id, name: portfolios.name })
    .from(portfolios)
    .where(inArray(portfolios.name, names))
    .orderBy(asc(portfolios.id))
    .for('key share');
  const unknown = names.find((name) => !found.some((portfolio) => portfolio.name === name));
  if (unknown !== undefined) throw new CommandRefused(`There is no portfolio named ${unknown}.`);
  await tx
    .insert(portfolioOperators)
    .values(found.map(({ id }) => ({ operatorId, portfolioId: id })))
    .onConflictDoNothing();
  await endLostAccess(tx);
}
