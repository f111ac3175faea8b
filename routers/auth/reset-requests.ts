import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import type { Deps } from '../../server/deps.ts';
import { seal, unseal } from '../../server/identity/sealed.ts';
import { type Origin, originOf, record } from '../../server/identity/security-trail.ts';
import { recipientOf } from '../../server/mail/outbox.ts';
import type { AccountContext } from '../../server/trpc/context.ts';
import { passwordResetMail } from './mails.ts';
import { issueToken } from './one-time-tokens.ts';
import { lastUsedOrganization } from './org/memberships.ts';

interface ResetJob {
  sealed: string;
  /** By this it is erased. */
  to: string;
}

interface ResetRequest {
  email: string;
  origin: Origin;
}

/** The purpose and record that the request of a job is encrypted for. */
const requestAt = (id: string) => ({ purpose: 'password-reset', record: id }) as const;

/**
 * Queues a password reset. Known and unknown addresses take the same time and the same bytes; a worker looks the
 * account up later.
 */
export function queueResetRequest({ db, deps, request }: AccountContext, email: string) {
  const resetRequest: ResetRequest = { email, origin: originOf(request) };
  const sealedFor = (id: string): ResetJob => ({
    sealed: seal(deps.env, requestAt(id), JSON.stringify(resetRequest)),
    to: recipientOf(deps.env, email),
  });
  return deps.jobs.send(db, 'password-resets', sealedFor);
}

/** Issues the reset token and queues the email, if the address has an account. */
export const processResetRequest =
  ({ env, database, mail }: Deps) =>
  async ({ sealed }: Pick<ResetJob, 'sealed'>, { id }: { id: string }) => {
    const { email, origin }: ResetRequest = JSON.parse(unseal(env, requestAt(id), sealed));
    await database.accounts.transaction(async (tx) => {
      const [account] = await tx.select({ userId: users.id }).from(users).where(eq(users.email, email));
      if (!account) return;

      const { userId } = account;
      const token = await issueToken(tx, 'password_reset', userId);
      await mail.queue(tx, email, passwordResetMail(token));
      await record(tx, origin, {
        type: 'password_reset_requested',
        userId,
        orgId: await lastUsedOrganization(tx, userId),
      });
    });
  };
