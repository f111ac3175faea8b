import { PortalError } from '../../../server/errors.ts';
import { REAUTHENTICATION_AFTER } from '../../../server/identity/lifetimes.ts';
import { record } from '../../../server/identity/security-trail.ts';
import type { LiveSession } from '../../../server/identity/session.ts';
import type { AccountContext } from '../../../server/trpc/context.ts';
import { isPasswordOf } from '../own-password.ts';
import { checkSecondFactor } from './second-factor.ts';

type SessionContext = AccountContext & LiveSession;

/** Either one confirms the identity. */
interface Confirmation {
  password?: string | undefined;
  code?: string | undefined;
}

async function isCodeCorrect({ db, deps: { env }, user }: SessionContext, code: string) {
  const by = /^\d{6}$/.test(code) ? 'totp' : 'backup_code';
  const refusal = await db.transaction((tx) => checkSecondFactor(tx, env, user.id, { by, code }));
  // Without a second factor a code confirms nothing: the password is still required.
  if (refusal?.errorCode === 'RATE_LIMITED') throw refusal;
  return !refusal;
}

/**
 * Requires the password, an authenticator code or a backup code, unless the sign-in is less than an hour old: somebody
 * else may be using an older session.
 *
 * @throws REAUTH_REQUIRED if it is missing or wrong; RATE_LIMITED after too many wrong ones
 */
export async function reauthenticate(ctx: SessionContext, { password, code }: Confirmation) {
  const { db, request, user, session } = ctx;
  if (Date.now() - session.signedInAt.getTime() < REAUTHENTICATION_AFTER) return;
  if (password === undefined && code === undefined) throw new PortalError('REAUTH_REQUIRED');

  const confirmed =
    password === undefined ? await isCodeCorrect(ctx, code ?? '') : await isPasswordOf(ctx, user, password);
  if (confirmed) return;
  const details = { by: password === undefined ? 'code' : 'password' };
  const about = { userId: user.id, orgId: session.organization.clientId };
  await record(db, request, { type: 'reauthentication_failed', ...about, details });
  throw new PortalError('REAUTH_REQUIRED', `The ${details.by} is wrong. Please confirm with your password or a code.`);
}
