import { z } from 'zod';
import { record } from '../../../server/identity/security-trail.ts';
import { assertWithinLimit } from '../../../server/limits/limits.ts';
import { signedInProcedure } from '../../../server/trpc/procedures.ts';
import { Ok } from '../../values/shapes.ts';
import { lockCaller } from '../lock-caller.ts';
import { withinMailLimit } from '../mail-limits.ts';
import { addressInUseMail, confirmEmailMail, emailChangeRequestedMail } from '../mails.ts';
import { requireOwnPassword } from '../own-password.ts';
import { authRoutes } from '../routes.ts';
import { Email, TypedPassword } from '../shapes.ts';
import { isAddressTaken, storeEmailChange } from './email-changes.ts';

const { post } = authRoutes('Account');

const NewAddress = z.object({
  email: Email.meta({ description: 'The new address.', example: 'dana@harborstreetdental.example' }),
  password: TypedPassword,
});

export const changeEmail = signedInProcedure
  .meta(
    post('/auth/account/change-email', 'Change the email address', {
      description:
        'Emails a link to the new address, valid for 24 hours: the change takes effect when it is sent to `/auth/verify-email`. The old address gets a link too, which undoes the change, until seven days after it took effect; until then nobody else can use the old address. The response is the same for an address of another account, whose owner is notified instead. A second request replaces one that is not confirmed. An account may ask ten times a day. A wrong password counts as a failed sign-in.',
      returns: 'The request was accepted.',
      creates: false,
      errors: ['INVALID_PASSWORD'],
    }),
  )
  .input(NewAddress)
  .output(Ok)
  .mutation(async ({ ctx, input: { email, password } }) => {
    const { db, deps, user, session, request } = ctx;
    await requireOwnPassword(ctx, password);
    if (email === user.email) return { ok: true };
    assertWithinLimit(await ctx.consumeFor('emailChanges', user.id));
    // Anyone can name any address: past the limit of its mailbox the link is not sent.
    const mailAllowed = await withinMailLimit(ctx, email, 'warningsTo');

    await db.transaction(async (tx) => {
      await lockCaller(tx, ctx);
      const taken = await isAddressTaken(tx, email, user.id);
      const change = { userId: user.id, oldEmail: user.email, newEmail: email, oldVerified: user.emailVerified };
      const { confirm, undo } = await storeEmailChange(tx, change);
      const template = taken ? addressInUseMail() : { ...confirmEmailMail(confirm), writtenFor: user.id };
      if (mailAllowed) await deps.mail.queue(tx, email, template);
      await deps.mail.queue(tx, user.email, emailChangeRequestedMail(undo));
      const about = { userId: user.id, orgId: session.organization.clientId };
      await record(tx, request, { type: 'email_change_requested', ...about });
    });
    return { ok: true };
  });
