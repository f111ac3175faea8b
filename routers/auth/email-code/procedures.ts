import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AccountDb } from '../../../db/handles.ts';
import { emailCodes, users } from '../../../db/schema/index.ts';
import { PortalError } from '../../../server/errors.ts';
import { clearEmailCodeCookie, emailCodeCookie, setEmailCodeCookie } from '../../../server/identity/cookies.ts';
import { hashPassword } from '../../../server/identity/password.ts';
import { record } from '../../../server/identity/security-trail.ts';
import { networkOfRequest } from '../../../server/identity/sender.ts';
import { fingerprint, newToken } from '../../../server/identity/tokens.ts';
import { assertWithinLimit } from '../../../server/limits/limits.ts';
import type { AccountContext } from '../../../server/trpc/context.ts';
import { publicProcedure } from '../../../server/trpc/procedures.ts';
import { Ok } from '../../values/shapes.ts';
import { findAccount } from '../find-account.ts';
import { answerSignIn, beginSignIn, SignInAnswer } from '../finish-sign-in.ts';
import { mayRequestMail } from '../mail-limits.ts';
import { lastUsedOrganization } from '../org/memberships.ts';
import { isVerifiedByHolder, resetAccount } from '../reset-account.ts';
import { authRoutes } from '../routes.ts';
import { AuthenticatorCode, Email } from '../shapes.ts';
import { countTry, equalizeTime, forgetCodes, isRightCode, newCookie, tokenFor } from './codes.ts';
import { queueCodeRequest } from './request.ts';

const { post } = authRoutes('Authentication');

const NOBODY = '00000000-0000-0000-0000-000000000000';

const SENT = 'If this address has an account, an email with a code is on its way.';

/** Whose code is expected, before anything is locked; none for an address without an account. */
async function findExpected({ db }: AccountContext, token: string) {
  const [row] = await db
    .select({ user: users })
    .from(emailCodes)
    .leftJoin(users, eq(users.id, emailCodes.userId))
    .where(eq(emailCodes.hash, fingerprint(token)));
  return row?.user ?? undefined;
}

async function recordFailure(tx: AccountDb, request: FastifyRequest, userId: string) {
  const about = { userId, orgId: await lastUsedOrganization(tx, userId), details: { by: 'email_code' } };
  await record(tx, request, { type: 'sign_in_failed', ...about });
}

/**
 * Signs in with a code. The try and its outcome are one transaction, so that every wrong code is counted and one of
 * several right ones signs in.
 */
async function redeemCode(ctx: AccountContext, token: string, code: string) {
  const { db, deps, request } = ctx;
  const expected = await findExpected(ctx, token);
  const isRight = expected !== undefined && isRightCode(deps.env, token, expected.id, code);
  // Of an account that changes hands: a password that nobody knows.
  const resets = isRight && !isVerifiedByHolder(expected);
  const passwordHash = resets ? await hashPassword(networkOfRequest(request), newToken()) : '';
  return db.transaction(async (tx) => {
    const ofUser = eq(users.id, expected?.id ?? NOBODY);
    const [user] = await tx.select().from(users).where(ofUser).for('no key update');
    if (!(await countTry(tx, token))) return new PortalError('INVALID_CODE');
    if (!isRight || !user) {
      await (user ? recordFailure(tx, request, user.id) : equalizeTime(tx, token));
      return new PortalError('INVALID_CODE');
    }
    await forgetCodes(tx, user.id);
    if (resets && !user.lockedAt) await resetAccount(tx, ctx, user, passwordHash);
    const account = await findAccount(tx, ofUser);
    return account ? beginSignIn(tx, ctx, account, 'email_code') : new PortalError('INVALID_CODE');
  });
}

export const emailCodeProcedures = {
  create: publicProcedure
    .meta(
      post('/auth/email-code', 'Request a code to sign in', {
        description:
          'Emails six digits, valid for ten minutes in the browser that asked (by the cookie `portal_code`), if the address has an account. The response is the same for every other text. An address gets at most three requested emails an hour, and the first that the account’s own devices ask for besides.',
        returns: 'The request was accepted.',
        limit: 'mailRequests',
      }),
    )
    .input(
      z.object({
        email: z
          .string()
          .max(16_384)
          .meta({ description: 'Address of the account.', example: 'lena@harborstreetdental.example' }),
      }),
    )
    .output(Ok.extend({ message: z.string().meta({ description: 'A sentence for the user.', example: SENT }) }))
    .mutation(async ({ ctx, input }) => {
      const { data: email } = Email.safeParse(input.email);
      const token = newToken();
      setEmailCodeCookie(ctx.reply, newCookie(ctx.deps.env, token, email ?? ''));
      if (email && (await mayRequestMail(ctx, email))) await queueCodeRequest(ctx, email, token);
      return { ok: true, message: SENT };
    }),

  verify: publicProcedure
    .meta(
      post('/auth/email-code/verify', 'Sign in with a code by mail', {
        description:
          'Answers like a sign-in with a password. Five wrong codes end the code; ten within 15 minutes end this way in to the account for the rest of that time. An account whose address was never verified by its holder is reset first, as by a reset of the password, and has no password then. `FORBIDDEN`: the operator of the portal has locked the account. `SIGN_IN_METHOD`: the code is right, and an organization has closed this way.',
        returns: 'The signed-in user and the session cookies, or the token for the second step.',
        support: 'always',
        errors: ['INVALID_CODE', 'FORBIDDEN', 'SIGN_IN_METHOD'],
      }),
    )
    .input(
      z
        .object({ email: Email.describe('Address that asked for the code.'), code: AuthenticatorCode })
        .meta({ examples: [{ email: 'lena@harborstreetdental.example', code: '492039' }] }),
    )
    .output(SignInAnswer)
    .mutation(async ({ ctx, input: { email, code } }) => {
      const token = tokenFor(ctx.deps.env, emailCodeCookie(ctx.request), email);
      if (!token) throw new PortalError('INVALID_CODE');
      // Counted before it is checked, and whether or not the address has an account.
      assertWithinLimit(await ctx.consumeFor('wrongEmailCodes', email));
      const outcome = await redeemCode(ctx, token, code);
      if (outcome instanceof PortalError) throw outcome;
      await ctx.refundFor('wrongEmailCodes', email);
      clearEmailCodeCookie(ctx.reply);
      return answerSignIn(ctx, outcome);
    }),
};
