import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { AccountDb } from '../../db/handles.ts';
import { accountQuery } from '../../db/prepared.ts';
import { operatorEvents, operatorKeys, operators } from '../../db/schema/index.ts';
import { hourlyId } from './security-trail.ts';
import { addressOf } from './sender.ts';
import { fingerprint, newToken } from './tokens.ts';

const PREFIX = 'ok_';
const PREFIX_LENGTH = 11;

export const isOperatorKey = (token: string) => token.startsWith(PREFIX);

/** Generates a key of the operator, with the hash to store and the prefix to display. */
export function newOperatorKey() {
  const key = `${PREFIX}${newToken()}`;
  return { key, hash: fingerprint(key), prefix: key.slice(0, PREFIX_LENGTH) };
}

const { id, name, createdBy, expiresAt, lastUsedAt } = operatorKeys;
const usedBefore = or(isNull(lastUsedAt), lt(lastUsedAt, sql`now() - interval '1 minute'`));

const lookUp = accountQuery((db) =>
  db
    .select({ id, name, createdBy, limited: operators.limited, isStale: sql<boolean>`${usedBefore}` })
    .from(operatorKeys)
    // A key is good for as long as its maker may make one.
    .innerJoin(operators, and(eq(operators.userId, createdBy), eq(operators.role, 'operator')))
    .where(and(eq(operatorKeys.hash, sql.placeholder('hash')), or(isNull(expiresAt), gt(expiresAt, sql`now()`)))),
);

/**
 * Finds a key of the operator and records its use: the time once a minute, a line of the operators’ trail once an hour.
 */
export async function findOperatorKey(db: AccountDb, key: string, request: FastifyRequest) {
  const [found] = await lookUp(db).execute({ hash: fingerprint(key) });
  if (!found) return undefined;

  const { isStale, ...operatorKey } = found;
  if (isStale) {
    await db
      .update(operatorKeys)
      .set({ lastUsedAt: sql`now()` })
      .where(and(eq(id, operatorKey.id), usedBefore));
    const line = { type: 'operator_key_used', actorId: operatorKey.createdBy, ipAddress: addressOf(request) };
    await db
      .insert(operatorEvents)
      .values({ id: hourlyId(['operator_key_used', operatorKey.id]), ...line })
      .onConflictDoNothing();
  }
  return operatorKey;
}
