import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import type { Deps } from '../../../server/deps.ts';
import { seal, unseal } from '../../../server/identity/sealed.ts';
import { type Origin, originOf, record } from '../../../server/identity/security-trail.ts';
import { recipientOf } from '../../../server/mail/outbox.ts';
import type { AccountContext } from '../../../server/trpc/context.ts';
import { emailCodeMail } from '../mails.ts';
import { lastUsedOrganization } from '../org/memberships.ts';
import { codeFor, expectCode } from './codes.ts';

interface CodeJob {
  sealed: string;
  /** By this it is erased. */
  to: string;
}

interface CodeRequest {
  email: string;
  token: string;
  origin: Origin;
}

const requestAt = (id: string) => ({ purpose: 'email-code', record: id }) as const;

/** Queues the mail with a code. Known and unknown addresses take the same time: a worker looks the account up later. */
export function queueCodeRequest({ db, deps, request }: AccountContext, email: string, token: string) {
  const asked: CodeRequest = { email, token, origin: originOf(request) };
  const sealedFor = (id: string): CodeJob => ({
    sealed: seal(deps.env, requestAt(id), JSON.stringify(asked)),
    to: recipientOf(deps.env, email),
  });
  return deps.jobs.send(db, 'email-codes', sealedFor);
}

/** Expects the code and queues its mail, if the address has an account. */
export const processCodeRequest =
  ({ env, database, mail }: Deps) =>
  async ({ sealed }: Pick<CodeJob, 'sealed'>, { id }: { id: string }) => {
    const { email, token, origin }: CodeRequest = JSON.parse(unseal(env, requestAt(id), sealed));
    await database.accounts.transaction(async (tx) => {
      const [account] = await tx.select({ userId: users.id }).from(users).where(eq(users.email, email));
      await expectCode(tx, token, account?.userId);
      if (!account) return;

      const { userId } = account;
      await mail.queue(tx, email, emailCodeMail(codeFor(env, token, userId)));
      const orgId = await lastUsedOrganization(tx, userId);
      await record(tx, origin, { type: 'sign_in_code_requested', userId, orgId });
    });
  };
