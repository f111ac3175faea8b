import { and, eq, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb } from '../../../db/handles.ts';
import { passkeys, users } from '../../../db/schema/index.ts';
import { PortalError } from '../../../server/errors.ts';
import { PASSKEY_CHALLENGE } from '../../../server/identity/lifetimes.ts';
import { record } from '../../../server/identity/security-trail.ts';
import { assertWithinLimit, setLimitHeaders } from '../../../server/limits/limits.ts';
import type { AccountContext } from '../../../server/trpc/context.ts';
import { publicProcedure } from '../../../server/trpc/procedures.ts';
import { Data, Nothing } from '../../values/shapes.ts';
import { findAccount } from '../find-account.ts';
import { answerSignIn, beginSignIn, SignInAnswer } from '../finish-sign-in.ts';
import { countLogin } from '../login-limit.ts';
import { lastUsedOrganization } from '../org/memberships.ts';
import { deviceOf } from '../own-device.ts';
import { authRoutes } from '../routes.ts';
import { newChallenge, openChallenge, spendChallenge } from './challenges.ts';
import { relyingParty } from './relying-party.ts';
import { Assertion, RequestOptions } from './shapes.ts';
import { handleOf } from './stored.ts';
import { loadWebauthn } from './webauthn.ts';

const { post } = authRoutes('Passkeys');

type Answer = z.output<typeof Assertion>;
type Found = NonNullable<Awaited<ReturnType<typeof findPasskey>>>;

const refused = () => new PortalError('INVALID_CREDENTIALS', 'This passkey was not accepted. Please try again.');

/** The passkey with this id, and its owner. */
async function findPasskey(db: AccountDb, credentialId: string) {
  const [found] = await db
    .select({ passkey: passkeys, email: users.email, passwordHash: users.passwordHash })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialId, credentialId));
  return found;
}

/** What a right answer says: the count of signatures, and whether the device knew its user. Undefined for others. */
async function readAnswer(ctx: AccountContext, { passkey }: Found, { response, ...given }: Answer, challenge: string) {
  const { id, origin } = relyingParty(ctx.deps.env);
  const { userHandle, ...signed } = response;
  // It names the account, as none was named in the options.
  if (userHandle !== handleOf(passkey.userId).toString('base64url')) return undefined;
  try {
    const { verifyAuthenticationResponse } = await loadWebauthn();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...given, response: { ...signed, userHandle }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      // Its count is compared with the stored one below, in the statement that stores it.
      credential: { id: passkey.credentialId, publicKey: Buffer.from(passkey.publicKey, 'base64url'), counter: 0 },
      requireUserVerification: false,
    });
    const { newCounter, userVerified } = authenticationInfo;
    return verified ? { counter: newCounter, twoFactors: userVerified } : undefined;
  } catch {
    // Whatever a stranger’s bytes make the library throw.
    return undefined;
  }
}

/** Stores the count of signatures. False where it has not grown: the passkey was copied, or removed meanwhile. */
async function storeCount(tx: AccountDb, id: string, counter: number) {
  const grown = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
  const stored = await tx
    .update(passkeys)
    .set({ counter, lastUsedAt: sql`now()` })
    .where(and(eq(passkeys.id, id), grown))
    .returning({ id: passkeys.id });
  return stored.length > 0;
}

async function recordFailure(ctx: AccountContext, { passkey: { userId, id, name } }: Found, reason: string) {
  const orgId = await lastUsedOrganization(ctx.db, userId);
  const details = { by: 'passkey', reason, passkeyId: id, name };
  await record(ctx.db, ctx.request, { type: 'sign_in_failed', userId, orgId, details });
}

/** Signs in, or says why not. */
async function redeem(ctx: AccountContext, found: Found, answer: Answer) {
  const challenge = openChallenge(ctx, 'sign in');
  const right = challenge && (await readAnswer(ctx, found, answer, challenge.value));
  if (!challenge || !right) {
    await recordFailure(ctx, found, 'answer');
    return refused();
  }
  const { id, userId } = found.passkey;
  const ofUser = eq(users.id, userId);
  const begun = await ctx.db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(ofUser).for('no key update');
    if (!(await spendChallenge(tx, ctx, challenge))) return 'answered before';
    if (!(await storeCount(tx, id, right.counter))) return 'counter';
    const account = await findAccount(tx, ofUser);
    return account ? beginSignIn(tx, ctx, account, 'passkey', right) : refused();
  });
  if (typeof begun !== 'string') return begun;
  await recordFailure(ctx, found, begun);
  return refused();
}

export const passkeySignInProcedures = {
  options: publicProcedure
    .meta(
      post('/auth/passkey/options', 'Get the options to sign in with a passkey', {
        description:
          'The challenge is good once, for five minutes, in this browser (by the cookie `portal_passkey`). No account is named: the device offers its passkeys. `NOT_FOUND` where the portal has an IP address for a name: there are no passkeys then.',
        returns: 'What `PublicKeyCredential.parseRequestOptionsFromJSON` takes.',
        creates: false,
        errors: ['NOT_FOUND'],
      }),
    )
    .input(Nothing)
    .output(Data(RequestOptions))
    .mutation(async ({ ctx }) => {
      const { id } = relyingParty(ctx.deps.env);
      const { generateAuthenticationOptions } = await loadWebauthn();
      const options = await generateAuthenticationOptions({
        rpID: id,
        challenge: newChallenge(ctx, 'sign in'),
        timeout: PASSKEY_CHALLENGE,
        userVerification: 'preferred',
      });
      const { challenge } = options;
      const data = { challenge, rpId: id, timeout: PASSKEY_CHALLENGE, userVerification: 'preferred' as const };
      return { ok: true, data };
    }),

  verify: publicProcedure
    .meta(
      post('/auth/passkey/verify', 'Sign in with a passkey', {
        description:
          'Answers like a sign-in with a password, and counts as one. Where the device has verified its user, by a PIN or a finger, the passkey is both factors: no code is asked for, and the session is as one with a second factor. `INVALID_CREDENTIALS`: the passkey is unknown or copied, or the answer is not of this browser. `FORBIDDEN`: the operator of the portal has locked the account. `SIGN_IN_METHOD`: the answer is right, and an organization has closed this way.',
        returns: 'The signed-in user and the session cookies, or the token for the second step.',
        limit: 'login',
        support: 'always',
        errors: ['INVALID_CREDENTIALS', 'FORBIDDEN', 'SIGN_IN_METHOD', 'NOT_FOUND'],
      }),
    )
    .input(z.object({ response: Assertion }))
    .output(SignInAnswer)
    .mutation(async ({ ctx, input: { response } }) => {
      relyingParty(ctx.deps.env);
      const found = await findPasskey(ctx.db, response.id);
      const { quota } = await countLogin(ctx, { email: found?.email ?? '', device: found && deviceOf(ctx, found) });
      setLimitHeaders(ctx.reply, quota);
      assertWithinLimit(quota);
      const outcome = found ? await redeem(ctx, found, response) : refused();
      if (outcome instanceof PortalError) throw outcome;
      return answerSignIn(ctx, outcome);
    }),
};
