import { and, eq, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb } from '../../db/handles.ts';
import { identityProviders, memberships, organizations } from '../../db/schema/index.ts';
import { invalid, PortalError } from '../../server/errors.ts';
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

type Way = keyof typeof WAYS;

/**
 * Whether a way to sign in is closed to an account: of several organizations one suffices. Single sign-on that an
 * organization enforces closes every other way. Administrators who have a second factor keep the password there.
 */
export async function isWayClosed(tx: AccountDb, { id, needsCode }: Account, by: Way) {
  const spared = by === 'password' && needsCode ? ne(memberships.role, 'admin') : undefined;
  const closed = sql`(${organizations.signIn} ->> ${WAYS[by]} = 'false' or coalesce(${identityProviders.enforce}, false))`;
  const [found] = await tx
    .select({ id: organizations.id })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.orgId))
    .leftJoin(identityProviders, eq(identityProviders.orgId, memberships.orgId))
    .where(and(eq(memberships.userId, id), closed, spared))
    .limit(1);
  return found !== undefined;
}

/**
 * Whether the provider of an organization is closed to an account: another one enforces its own, and this one none.
 * Where both do, either is good, as nobody could come in otherwise.
 */
export async function isProviderClosed(tx: AccountDb, { id }: Account, orgId: string) {
  const enforcing = await tx
    .select({ orgId: identityProviders.orgId })
    .from(memberships)
    .innerJoin(identityProviders, eq(identityProviders.orgId, memberships.orgId))
    .where(and(eq(memberships.userId, id), identityProviders.enforce))
    .limit(1000);
  return enforcing.length > 0 && !enforcing.some((one) => one.orgId === orgId);
}

type Change = { [Way in keyof Policy]?: boolean | undefined };

/**
 * The policy of an organization, whose row is locked, after a change.
 *
 * @throws VALIDATION_ERROR if it closes every way, and single sign-on is not enforced
 */
export async function changedPolicy(tx: AccountDb, orgId: string, change: Change): Promise<Policy> {
  const [stored] = await tx
    .select({ signIn: organizations.signIn })
    .from(organizations)
    .where(eq(organizations.id, orgId));
  const { password = true, emailCode = true, passkey = true } = { ...stored?.signIn, ...change };
  const enforced = and(eq(identityProviders.orgId, orgId), identityProviders.enforce);
  if (!password && !emailCode && !passkey && (await tx.$count(identityProviders, enforced)) === 0)
    throw invalid('signIn', 'must leave a way to sign in');
  return { password, emailCode, passkey };
}

/** @throws INVALID_TRANSITION where nothing but single sign-on is open: without it nobody could come in */
export async function assertOtherWay(tx: AccountDb, orgId: string) {
  const [stored] = await tx
    .select({ signIn: organizations.signIn })
    .from(organizations)
    .where(eq(organizations.id, orgId));
  if (stored && !Object.values(stored.signIn).some(Boolean))
    throw new PortalError('INVALID_TRANSITION', 'Please open another way to sign in first.');
}
