import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { users } from '../../../db/schema/index.ts';
import { PortalError } from '../../../server/errors.ts';
import { hashPassword, rejectCommonPassword, verifyPassword } from '../../../server/identity/password.ts';
import { record } from '../../../server/identity/security-trail.ts';
import { networkOfRequest } from '../../../server/identity/sender.ts';
import { limited, signedInProcedure } from '../../../server/trpc/procedures.ts';
import { Ok } from '../../values/shapes.ts';
import { lockCaller } from '../lock-caller.ts';
import { revokeAccess } from '../revoke-access.ts';
import { authRoutes } from '../routes.ts';
import { ChosenPassword, TypedPassword } from '../shapes.ts';
import { setSignInCookies, startSession } from '../start-session.ts';
import { attemptSourceOf, clearAllFailures, countAttempt } from '../wrong-passwords.ts';

const { post } = authRoutes('Account');

export const changePassword = signedInProcedure
  .meta(
    post('/auth/account/change-password', 'Change the password', {
      description:
        'Needs the current password. All sessions end and this browser gets a new one; the user is notified by email. A wrong current password counts as a failed sign-in.',
      returns: 'The password is changed, and the cookies hold a new session.',
      creates: false,
      besides: 'login',
      errors: ['INVALID_PASSWORD'],
    }),
  )
  .input(z.object({ currentPassword: TypedPassword, newPassword: ChosenPassword }))
  .use(limited('login'))
  .output(Ok)
  .mutation(async ({ ctx, input: { currentPassword, newPassword } }) => {
    const { db, user, request, deps } = ctx;
    const { clientId: orgId } = ctx.session.organization;
    const address = networkOfRequest(request);
    await rejectCommonPassword('newPassword', newPassword);

    const [stored] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, user.id));
    await countAttempt(db, attemptSourceOf(ctx, { email: user.email, passwordHash: stored?.hash }));
    if (!stored || !(await verifyPassword(address, stored.hash, currentPassword))) {
      await record(db, request, { type: 'password_change_failed', userId: user.id, orgId });
      throw new PortalError('INVALID_PASSWORD');
    }

    const passwordHash = await hashPassword(address, newPassword);
    const session = await db.transaction(async (tx) => {
      // Hashing takes time: whoever is locked out or signed out meanwhile gets no new session.
      await lockCaller(tx, ctx);
      // Fails if a concurrent request has changed the password in the meantime.
      const unchanged = and(eq(users.id, user.id), eq(users.passwordHash, stored.hash));
      const [changed] = await tx.update(users).set({ passwordHash }).where(unchanged).returning({ id: users.id });
      if (!changed) throw new PortalError('INVALID_PASSWORD');
      await revokeAccess(tx, deps.mail, user);
      await clearAllFailures(tx, user.email);
      await record(tx, request, { type: 'password_changed', userId: user.id, orgId });
      return startSession(tx, ctx, user.id, orgId, { by: 'password' });
    });
    setSignInCookies(ctx, { email: user.email, passwordHash }, session);
    return { ok: true };
  });
