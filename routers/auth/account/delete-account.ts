import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { users } from '../../../db/schema/index.ts';
import { PortalError } from '../../../server/errors.ts';
import { clearBrowserCache } from '../../../server/http/etag.ts';
import { clearSessionCookies } from '../../../server/identity/cookies.ts';
import { signedInProcedure } from '../../../server/trpc/procedures.ts';
import { Ok } from '../../values/shapes.ts';
import { lockCaller } from '../lock-caller.ts';
import { accountDeletedMail } from '../mails.ts';
import { requireOwnPassword } from '../own-password.ts';
import { removeAccount } from '../removal/remove-account.ts';
import { authRoutes } from '../routes.ts';
import { TypedPassword } from '../shapes.ts';

export const deleteAccount = signedInProcedure
  .meta(
    authRoutes('Account').del('/auth/account', 'Delete the account', {
      description:
        'Deletes the signed-in user for good: account, sessions and memberships at once, and within minutes their name and address in trails and stored answers. Content that they wrote for organizations stays, without their name. An organization that nobody else belongs to is closed: suspended, without its API keys and webhooks, for the operator to erase. `LAST_ADMIN`: an organization has other members and no other administrator. A confirmation is emailed.',
      returns: 'The account is deleted; the cookies are cleared.',
      errors: ['INVALID_PASSWORD', 'LAST_ADMIN'],
    }),
  )
  .input(z.object({ password: TypedPassword }))
  .output(Ok)
  .mutation(async ({ ctx, input: { password } }) => {
    const { db, deps, user, reply } = ctx;
    await requireOwnPassword(ctx, password);
    await db.transaction(async (tx) => {
      await lockCaller(tx, ctx);
      const [account] = await tx.select().from(users).where(eq(users.id, user.id));
      if (!account) throw new PortalError('UNAUTHENTICATED');
      // First, while the account still says in which language.
      await deps.mail.queue(tx, account.email, accountDeletedMail());
      await removeAccount(tx, deps, account);
    });
    clearSessionCookies(reply);
    clearBrowserCache(reply);
    return { ok: true };
  });
