import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import { PortalError } from '../../../server/errors.ts';
import { REAUTHENTICATION_AFTER } from '../../../server/identity/lifetimes.ts';
import { verifyPassword } from '../../../server/identity/password.ts';
import { record } from '../../../server/identity/security-trail.ts';
import type { LiveSession } from '../../../server/identity/session.ts';
import { assertWithinLimit } from '../../../server/limits/limits.ts';
import type { AccountContext } from '../../../server/trpc/context.ts';
import { countAttempt, forgetFailures } from '../wrong-passwords.ts';
import { refusalOf } from './second-factor.ts';

type Signed = AccountContext & LiveSession;

/** What a person gives to show once more who they are. */
interface Proof {
  password?: string | undefined;
  code?: string | undefined;
}

/** A password asked for here is one more place to guess it: a wrong one counts as a sign-in does. */
async function passwordHolds({ db, user, hit, look }: Signed, password: string) {
  const quota = await look('login');
  assertWithinLimit({ ...quota, exceeded: quota.remaining === 0 });
  await countAttempt(db, user.email);

  const [account] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, user.id));
  const good = await verifyPassword(account?.hash, password);
  await (good ? forgetFailures(db, user.email) : hit('login'));
  return good;
}

async function codeHolds({ db, deps: { env }, user }: Signed, code: string) {
  const by = /^\d{6}$/.test(code) ? 'totp' : 'backup_code';
  const refusal = await db.transaction((tx) => refusalOf(tx, env.ENCRYPTION_KEY, user.id, { by, code }));
  if (refusal && refusal.errorCode !== 'INVALID_CODE') throw refusal;
  return !refusal;
}

/**
 * Lets a session pass that was signed in lately. Behind an older one may sit somebody else: it needs the password or a
 * code, of the authenticator or a backup code.
 *
 * @throws REAUTH_REQUIRED without one, or with a wrong one; RATE_LIMITED after too many wrong ones
 */
export async function reauthenticate(ctx: Signed, { password, code }: Proof) {
  const { db, request, user, session } = ctx;
  if (Date.now() - session.signedInAt.getTime() < REAUTHENTICATION_AFTER) return;
  if (password === undefined && code === undefined) throw new PortalError('REAUTH_REQUIRED');

  const good = password === undefined ? await codeHolds(ctx, code ?? '') : await passwordHolds(ctx, password);
  if (good) return;
  const details = { by: password === undefined ? 'code' : 'password' };
  const about = { userId: user.id, orgId: session.organization.clientId };
  await record(db, request, { type: 'reauthentication_failed', ...about, details });
  throw new PortalError('REAUTH_REQUIRED', `That ${details.by} is wrong. Please confirm with your password or a code.`);
}
