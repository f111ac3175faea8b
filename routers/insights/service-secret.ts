import { createHmac } from 'node:crypto';
import { eq, ne, sql } from 'drizzle-orm';
import type { AccountDb } from '../../db/handles.ts';
import { serviceSecrets } from '../../db/schema/index.ts';
import type { Env } from '../../server/env.ts';

type Keys = Pick<Env, 'SIGNING_KEY' | 'INSIGHTS_SECRET'>;

const { hash, since } = serviceSecrets;

/** Keyed: somebody may have chosen a short secret, which a copy of the database must not tell. */
const hashOf = ({ SIGNING_KEY, INSIGHTS_SECRET }: Keys) =>
  createHmac('sha256', Buffer.from(SIGNING_KEY, 'base64')).update(`service secret: ${INSIGHTS_SECRET}`).digest('hex');

/** Notes the secret of the insights service, so that its age is known from the first start with it. */
export async function noteServiceSecret(db: AccountDb, keys: Keys) {
  const current = hashOf(keys);
  await db.insert(serviceSecrets).values({ hash: current }).onConflictDoNothing();
  await db.delete(serviceSecrets).where(ne(hash, current));
}

/** The days since the first start with the secret; undefined before there was one. */
export async function serviceSecretAge(db: AccountDb, keys: Keys): Promise<number | undefined> {
  const [row] = await db
    .select({ days: sql<number>`floor(extract(epoch from now() - ${since}) / 86400)::int` })
    .from(serviceSecrets)
    .where(eq(hash, hashOf(keys)));
  return row?.days;
}
