import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import type { Deps } from '../../server/deps.ts';
import { seal, unseal } from '../../server/identity/sealed.ts';
import { type Origin, originOf, record } from '../../server/identity/security-trail.ts';
import type { AccountContext } from '../../server/trpc/context.ts';
import { passwordResetMail } from './mails.ts';
import { issueToken } from './one-time-tokens.ts';
import { lastUsed } from './org/home.ts';

interface Queued {
  sealed: string;
}

interface ResetRequest {
  email: string;
  origin: Origin;
}

/**
 * Writes down that somebody asks for a new password: for a known address and an unknown one the same bytes in the same
 * time. Whose address it is, a worker looks up afterwards.
 */
export function queueResetRequest({ db, deps, request }: AccountContext, email: string) {
  const asked: ResetRequest = { email, origin: originOf(request) };
  const sealed = seal(deps.env.ENCRYPTION_KEY, JSON.stringify(asked));
  return deps.jobs.send(db, 'password-resets', { sealed } satisfies Queued);
}

/** Issues the token and queues the mail, where there is such an account. */
export const answerResetRequest =
  ({ env, database, mail }: Deps) =>
  async ({ sealed }: Queued) => {
    const { email, origin }: ResetRequest = JSON.parse(unseal(env.ENCRYPTION_KEY, sealed));
    await database.accounts.transaction(async (tx) => {
      const [account] = await tx.select({ userId: users.id }).from(users).where(eq(users.email, email));
      if (!account) return;

      const { userId } = account;
      const token = await issueToken(tx, 'password_reset', userId);
      await mail.queue(tx, email, passwordResetMail(token));
      await record(tx, origin, { type: 'password_reset_requested', userId, orgId: await lastUsed(tx, userId) });
    });
  };
