import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import { PortalError } from '../../server/errors.ts';
import { verifyPassword } from '../../server/identity/password.ts';
import { record } from '../../server/identity/security-trail.ts';
import { networkOfRequest } from '../../server/identity/sender.ts';
import type { LiveSession } from '../../server/identity/session.ts';
import { assertWithinLimit } from '../../server/limits/limits.ts';
import type { AccountContext } from '../../server/trpc/context.ts';
import { countLogin } from './login-limit.ts';
import { attemptSourceOf, clearFailures, countAttempt } from './wrong-passwords.ts';

/**
 * Verifies the password of an account; a wrong one counts as a failed sign-in, so that this is no second place to
 * guess. It is counted before it is verified, so that many at once cannot exceed the limit.
 *
 * @throws RATE_LIMITED after too many wrong ones
 */
export async function isPasswordOf(ctx: AccountContext, account: { id: string; email: string }, password: string) {
  const { db, request } = ctx;
  const [stored] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, account.id));
  const source = attemptSourceOf(ctx, { email: account.email, passwordHash: stored?.hash });
  const attempt = await countLogin(ctx, source);
  assertWithinLimit(attempt.quota);
  await countAttempt(db, source);

  const correct = await verifyPassword(networkOfRequest(request), stored?.hash, password);
  if (correct) await Promise.all([clearFailures(db, source), attempt.refund()]);
  return correct;
}

/** Requires the password of the caller. @throws INVALID_PASSWORD if it is wrong; RATE_LIMITED after too many */
export async function requireOwnPassword(ctx: AccountContext & LiveSession, password: string) {
  const { db, request, user, session } = ctx;
  if (await isPasswordOf(ctx, user, password)) return;
  const about = { userId: user.id, orgId: session.organization.clientId };
  await record(db, request, { type: 'reauthentication_failed', ...about, details: { by: 'password' } });
  throw new PortalError('INVALID_PASSWORD');
}
