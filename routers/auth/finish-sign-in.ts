import { z } from 'zod';
import type { AccountDb } from '../../db/handles.ts';
import { PortalError } from '../../server/errors.ts';
import { setSecondStepCookie } from '../../server/identity/cookies.ts';
import { record } from '../../server/identity/security-trail.ts';
import type { AccountContext } from '../../server/trpc/context.ts';
import { Ok } from '../values/shapes.ts';
import type { Account } from './find-account.ts';
import { issueToken } from './one-time-tokens.ts';
import { ensureOrganization } from './org/memberships.ts';
import { SignedIn } from './shapes.ts';
import { isProviderClosed, isWayClosed } from './sign-in-policy.ts';
import { setSignInCookies, startSession } from './start-session.ts';

/** The answer when two-factor sign-in is on: there is no session yet. */
const TwoFactorRequired = Ok.extend({
  requires2FA: z.literal(true).describe('Always true: a code completes the sign-in.'),
  tempToken: z.string().meta({
    description: 'Token for the second step, valid for five minutes; also set as the cookie `portal_2fa`.',
    example: 'Zk3vQ9xT0m1bYfHnR7cJ2wLpD5sUaE8gKiN4oVtB6yM',
  }),
});

export const SignInAnswer = z.union([SignedIn, TwoFactorRequired]);

/** Ways to prove who one is that a second factor may have to follow. */
type FirstFactor = 'password' | 'email_code' | 'passkey' | 'sso';

export type Begun = Awaited<ReturnType<typeof beginSignIn>>;

/**
 * Starts the session of an account whose first factor is proven, or the second step where it has a second factor and
 * the sign-in did not prove two. Returns the error of an account that the operator has locked, or to which
 * an organization has closed this way. The user’s row is locked. `via`: the organization whose provider proved it.
 */
export async function beginSignIn(
  tx: AccountDb,
  ctx: AccountContext,
  account: Account,
  by: FirstFactor,
  { twoFactors = false, via }: { twoFactors?: boolean; via?: string } = {},
) {
  const { id } = account;
  if (account.locked)
    return new PortalError('FORBIDDEN', 'This account is locked. Please contact the operator of the portal.');
  const orgId = via ?? account.orgId ?? (await ensureOrganization(tx, id));
  const isClosed = by === 'sso' ? isProviderClosed(tx, account, orgId) : isWayClosed(tx, account, by);
  if (await isClosed) {
    await record(tx, ctx.request, { type: 'sign_in_refused', userId: id, orgId, details: { by, reason: 'method' } });
    return new PortalError('SIGN_IN_METHOD');
  }
  if (twoFactors || !account.needsCode)
    return { account, orgId, session: await startSession(tx, ctx, id, orgId, { by }, { twoFactors }) };
  await record(tx, ctx.request, { type: 'second_factor_asked', userId: id, orgId, details: { by } });
  return { account, orgId, tempToken: await issueToken(tx, 'second_factor', id) };
}

/** Sets the cookies of a sign-in that has begun, and answers it. */
export function answerSignIn(ctx: AccountContext, { account, orgId, session, tempToken }: Exclude<Begun, PortalError>) {
  if (tempToken !== undefined) {
    setSecondStepCookie(ctx.reply, tempToken);
    return { ok: true, requires2FA: true, tempToken } as const;
  }
  setSignInCookies(ctx, account, session);
  return { ok: true, user: { id: account.id, email: account.email, orgId } } as const;
}
