import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { passkeys } from '../../../db/schema/index.ts';
import { invalid, notFound } from '../../../server/errors.ts';
import { KEY } from '../../../server/lists/cursor.ts';
import { keyset } from '../../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../../server/lists/page.ts';
import { signedInProcedure } from '../../../server/trpc/procedures.ts';
import { ById, Data, Ok, Paging } from '../../values/shapes.ts';
import { lockCaller } from '../lock-caller.ts';
import { authRoutes } from '../routes.ts';
import { Name } from '../shapes.ts';
import { reauthenticate } from '../two-factor/reauthentication.ts';
import { recordSecondFactorChange } from '../two-factor/record-second-factor.ts';
import { Confirmation } from '../two-factor/settings.ts';
import { newChallenge, openChallenge, spendChallenge } from './challenges.ts';
import { creationOptions, readNewPasskey } from './registration.ts';
import { relyingParty } from './relying-party.ts';
import { CreationOptions, NewCredential, Passkey } from './shapes.ts';
import { assertRoomForPasskey, PASSKEYS_PER_PERSON } from './stored.ts';

const { get, post, del } = authRoutes('Passkeys');

const shown = {
  id: passkeys.id,
  name: passkeys.name,
  createdAt: passkeys.createdAt,
  lastUsedAt: passkeys.lastUsedAt,
};
const order = keyset('passkeys', 'desc', [passkeys.createdAt, KEY.moment], [passkeys.id, KEY.id]);

export const passkeyProcedures = {
  list: signedInProcedure
    .meta(
      get('/auth/account/passkeys', 'List your passkeys', {
        description: 'The passkeys that sign in to the account of the signed-in person: at most 20.',
        returns: 'The passkeys, newest first.',
        ...PAGED,
      }),
    )
    .input(Paging(PASSKEYS_PER_PERSON, PASSKEYS_PER_PERSON))
    .output(Data(z.array(Passkey).describe('The passkeys, newest first.')))
    .query(async ({ ctx, input }) => {
      const rows = await ctx.db
        .select(shown)
        .from(passkeys)
        .where(and(eq(passkeys.userId, ctx.user.id), order.after(input.after)))
        .orderBy(...order.orderBy)
        .limit(input.limit + 1);
      const data = endPage(ctx, input, rows, ({ createdAt, id }) => order.cursorOf([createdAt.toISOString(), id]));
      return { ok: true, data };
    }),

  options: signedInProcedure
    .meta(
      post('/auth/account/passkeys/options', 'Get the options to add a passkey', {
        description:
          'The challenge is good once, for five minutes, in this browser (by the cookie `portal_passkey`). If the sign-in is more than an hour old, the password or a code is required (`REAUTH_REQUIRED`). `NOT_FOUND` where the portal has an IP address for a name: there are no passkeys then.',
        returns: 'What `PublicKeyCredential.parseCreationOptionsFromJSON` takes.',
        creates: false,
        errors: ['REAUTH_REQUIRED', 'NOT_FOUND'],
      }),
    )
    .input(Confirmation)
    .output(Data(CreationOptions))
    .mutation(async ({ ctx, input = {} }) => {
      const { db, deps, user } = ctx;
      relyingParty(deps.env);
      await assertRoomForPasskey(db, user.id);
      await reauthenticate(ctx, input);
      const own = await db
        .select({ id: passkeys.credentialId })
        .from(passkeys)
        .where(eq(passkeys.userId, user.id))
        .limit(PASSKEYS_PER_PERSON);
      const challenge = newChallenge(ctx, { addTo: user.id });
      const known = own.map(({ id }) => id);
      return { ok: true, data: await creationOptions(deps.env, { user, challenge, known }) };
    }),

  create: signedInProcedure
    .meta(
      post('/auth/account/passkeys', 'Add a passkey', {
        description:
          'Takes the answer of the browser that got the options. A person has at most 20 passkeys, and is notified by email.',
        returns: 'The passkey.',
        status: 201,
        errors: ['NOT_FOUND'],
      }),
    )
    .input(
      z.object({
        name: Name.meta({ description: 'What its owner calls it.', example: 'My laptop' }),
        response: NewCredential,
      }),
    )
    .output(Data(Passkey))
    .mutation(async ({ ctx, input: { name, response } }) => {
      const { db, deps, user } = ctx;
      const challenge = openChallenge(ctx, { addTo: user.id });
      const fresh = await readNewPasskey(deps.env, response, challenge?.value);
      const data = await db.transaction(async (tx) => {
        // Also locks the user’s row, so that concurrent requests are counted one after the other.
        await lockCaller(tx, ctx);
        if (!challenge || !(await spendChallenge(tx, ctx, challenge)))
          throw invalid('response', 'must be the answer of this browser to its newest options');
        await assertRoomForPasskey(tx, user.id);
        const [added] = await tx
          .insert(passkeys)
          .values({ userId: user.id, name, ...fresh })
          .onConflictDoNothing()
          .returning(shown);
        if (!added) throw invalid('response', 'must be of a passkey that the portal does not know yet');
        await recordSecondFactorChange(tx, ctx, 'passkey_added', { passkeyId: added.id, name });
        return added;
      });
      return { ok: true, data };
    }),

  remove: signedInProcedure
    .meta(
      del('/auth/account/passkeys/{id}', 'Remove a passkey', {
        description: 'It signs in no more. Sessions that it began go on. The user is notified by email.',
        returns: 'The passkey is removed.',
      }),
    )
    .input(ById)
    .output(Ok)
    .mutation(async ({ ctx, input: { id } }) => {
      await ctx.db.transaction(async (tx) => {
        await lockCaller(tx, ctx);
        const own = and(eq(passkeys.id, id), eq(passkeys.userId, ctx.user.id));
        const [gone] = await tx.delete(passkeys).where(own).returning(shown);
        if (!gone) throw notFound();
        await recordSecondFactorChange(tx, ctx, 'passkey_removed', { passkeyId: id, name: gone.name });
      });
      return { ok: true };
    }),
};
