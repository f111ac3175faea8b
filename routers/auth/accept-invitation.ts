import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { sessions, users } from '../../db/schema/index.ts';
import { PortalError } from '../../server/errors.ts';
import { clearBrowserCache } from '../../server/http/etag.ts';
import { NewPassword } from '../../server/identity/password.ts';
import { TEXT } from '../../server/limits/sizes.ts';
import { publicProcedure } from '../../server/trpc/ladder.ts';
import { openAccount } from './open-account.ts';
import { findInvitation, takeSeat } from './org/seats.ts';
import { authRoutes } from './routes.ts';
import { Name, Role, Token } from './shapes.ts';

const { post } = authRoutes('Authentication');

const Acceptance = z.object({
  token: Token,
  password: NewPassword.meta({ minLength: TEXT.passwordMin, maxLength: TEXT.passwordMax }).optional(),
  name: Name.optional(),
});

const Accepted = z.object({
  ok: z.literal(true),
  status: z.enum(['accepted', 'pending']),
  orgId: z.uuid(),
  role: Role,
  /** With `pending`: the address has no account yet. The seat waits until it registers with the token. */
  requiresRegistration: z.literal(true).optional(),
  email: z.string().optional(),
  orgName: z.string().optional(),
});

const accepted = (seat: { orgId: string; role: z.infer<typeof Role> }) => ({
  ok: true as const,
  status: 'accepted' as const,
  ...seat,
});

export const acceptInvitationProcedures = {
  acceptInvitation: publicProcedure
    .meta(
      post('/auth/accept-invitation', 'Accept an invitation, signed in as its address or with a new account', {
        limit: 'register',
        errors: ['INVALID_TOKEN', 'LOGIN_REQUIRED'],
      }),
    )
    .input(Acceptance)
    .output(Accepted)
    .mutation(async ({ ctx, input: { token, password, name } }) => {
      const { db, caller, request } = ctx;
      const signedIn = caller.kind === 'person' ? caller : undefined;
      const { email, orgId, role, orgName } = await findInvitation(db, token, signedIn?.user.email);

      if (signedIn) {
        const seat = await db.transaction(async (tx) => {
          const taken = await takeSeat(tx, request, { token, orgId, userId: signedIn.user.id });
          await tx.update(sessions).set({ orgId }).where(eq(sessions.id, signedIn.session.id));
          return taken;
        });
        clearBrowserCache(ctx.reply);
        return accepted(seat);
      }

      const [account] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
      if (account) throw new PortalError('LOGIN_REQUIRED');
      if (password === undefined)
        return { ok: true, status: 'pending', orgId, role, requiresRegistration: true, email, orgName };

      const opened = await openAccount(ctx, { email, password, name }, (tx, { id }) =>
        takeSeat(tx, request, { token, orgId, userId: id }),
      );
      if (!opened) throw new PortalError('LOGIN_REQUIRED');
      return accepted(opened.seat);
    }),
};
