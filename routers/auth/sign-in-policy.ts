import { and, eq, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb } from '../../db/handles.ts';
import { memberships, organizations } from '../../db/schema/index.ts';
import { invalid } from '../../server/errors.ts';
import type { Account } from './find-account.ts';

const way = (name: string) =>
  z.boolean().meta({ description: `Whether members may sign in with ${name}.`, example: true });

/** The ways to sign in that an organization leaves open to its members. */
export const SignInPolicy = z
  .object({ password: way('a password'), emailCode: way('a code by mail'), passkey: way('a passkey') })
  .describe('Ways to sign in that are open to members. Administrators with two-factor sign-in keep the password.');

type Policy = z.output<typeof SignInPolicy>;

/** The way of each first factor. */
const WAYS = {
  password: 'password',
  email_code: 'emailCode',
  passkey: 'passkey',
} as const satisfies Record<string, keyof Policy>;

/**
 * Whether a way to sign in is closed to an account: of several organizations one suffices. Administrators who have a
 * second factor keep the password there.
 */
export async function isWayClosed(tx: AccountDb, { id, needsCode }: Account, by: keyof typeof WAYS) {
  const spared = by === 'password' && needsCode ? ne(memberships.role, 'admin') : undefined;
  const closed = sql`${organizations.signIn} ->> ${WAYS[by]} = 'false'`;
  const [found] = await tx
    .select({ id: organizations.id })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.orgId))
    .where(and(eq(memberships.userId, id), closed, spared))
    .limit(1);
  return found !== undefined;
}

type Change = { [Way in keyof Policy]?: boolean | undefined };

/**
 * The policy of an organization, whose row is locked, after a change.
 *
 * @throws VALIDATION_ERROR if it closes every way
 */
export async function changedPolicy(tx: AccountDb, orgId: string, change: Change): Promise<Policy> {
  const [stored] = await tx
    .select({ signIn: organizations.signIn })
    .from(organizations)
    .where(eq(organizations.id, orgId));
  const { password = true, emailCode = true, passkey = true } = { ...stored?.signIn, ...change };
  if (!password && !emailCode && !passkey) throw invalid('signIn', 'must leave a way to sign in');
  return { password, emailCode, passkey };
}
