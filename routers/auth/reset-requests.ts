import { eq } from 'drizzle-orm';
import type { Db } from '../../db/connection.ts';
import { users } from '../../db/schema/index.ts';
import { seal, unseal } from '../../server/identity/sealed.ts';
import { type Origin, record } from '../../server/identity/security-trail.ts';
import type { Jobs } from '../../server/jobs/queue.ts';
import type { Outbox } from '../../server/mail/outbox.ts';
import { issueToken } from './one-time-tokens.ts';
import { lastUsed } from './org/home.ts';

interface Queued {
  sealed: string;
}

/**
 * Requests for a new password. The one who asks only has the request written down, for an address that somebody has as
 * for one that nobody has: the same bytes in the same time. Whose address it is, a worker looks up afterwards.
 */
export const resetRequests = (db: Db, jobs: Jobs, mail: Outbox, encryptionKey: string) => ({
  queue: (email: string, origin: Origin) =>
    jobs.send(db, 'password-resets', {
      sealed: seal(encryptionKey, JSON.stringify({ email, origin })),
    } satisfies Queued),

  /** Issues the token and queues the mail, where there is such an account. */
  async answer({ sealed }: Queued) {
    const { email, origin }: { email: string; origin: Origin } = JSON.parse(unseal(encryptionKey, sealed));
    await db.transaction(async (tx) => {
      const [account] = await tx.select({ userId: users.id }).from(users).where(eq(users.email, email));
      if (!account) return;

      const { userId } = account;
      const token = await issueToken(tx, 'password_reset', userId);
      await mail.queue(tx, { kind: 'passwordReset', to: email, token });
      await record(tx, origin, { type: 'password_reset_requested', userId, orgId: await lastUsed(tx, userId) });
    });
  },
});

export type ResetRequests = ReturnType<typeof resetRequests>;
