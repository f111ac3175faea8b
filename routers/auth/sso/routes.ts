import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { identityProviders } from '../../../db/schema/index.ts';
import type { Deps } from '../../../server/deps.ts';
import { clearProviderCookie } from '../../../server/identity/cookies.ts';
import { recordHourly } from '../../../server/identity/security-trail.ts';
import { networkOfRequest } from '../../../server/identity/sender.ts';
import { assertWithinGeneral } from '../../../server/limits/limits.ts';
import { type AccountContext, buildContext } from '../../../server/trpc/context.ts';
import { answerSignIn } from '../finish-sign-in.ts';
import { Email } from '../shapes.ts';
import { admitByProvider } from './admit.ts';
import { domainOf } from './mail-domain.ts';
import { claimsOf, identityProvidersOf, ProviderFailure, signInAddress } from './provider.ts';
import { RefusedSignIn } from './refusal.ts';
import { beginRound, findRound, ownPathOf, spendRound } from './round.ts';
import { clientOf, findProvider, providerOfDomain } from './stored-provider.ts';

type Query = Record<string, unknown>;

/**
 * Whether a page of another site leads here. Its visitor would be signed in to an account that it chose, and would give
 * that what is theirs.
 */
const isSentByOthers = ({ headers }: FastifyRequest) => headers['sec-fetch-site'] === 'cross-site';

const searchOf = ({ raw }: FastifyRequest) => /\?.*$/.exec(raw.url ?? '')?.[0] ?? '';

/**
 * Where a single sign-on begins, and where the identity provider leads back to. No procedures: a browser goes there,
 * and on to a page, with the reason where it came to nothing.
 */
export function ssoRoutes(app: FastifyInstance, deps: Deps) {
  const { env, database, limits, log } = deps;

  const lead = (reply: FastifyReply, path: string) =>
    reply.header('Cache-Control', 'private, no-store').redirect(`${env.APP_URL}${path}`, 303);

  /** Leads to the sign-in page, with the reason. */
  function tell(reply: FastifyReply, error: unknown) {
    if (error instanceof ProviderFailure) log.warn({ err: error }, 'A sign-in by an identity provider failed.');
    else if (!(error instanceof RefusedSignIn)) throw error;
    const reason = error instanceof RefusedSignIn ? error.reason : 'provider';
    return lead(reply, `/sign-in?${new URLSearchParams({ sso: reason })}`);
  }

  const counted =
    (handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      assertWithinGeneral(reply, await limits.consume('general', networkOfRequest(request)));
      return handle(request, reply).catch((error) => tell(reply, error));
    };

  app.get(
    '/api/auth/sso',
    counted(async (request, reply) => {
      const { email: given, next } = request.query as Query;
      if (isSentByOthers(request)) return lead(reply, `/sign-in?${new URLSearchParams({ next: ownPathOf(next) })}`);
      const { data: email } = Email.safeParse(given);
      // By the domain alone, whether or not there is such an account.
      const provider = email && (await providerOfDomain(database.accounts, domainOf(email)));
      if (!email || !provider) throw new RefusedSignIn('unknown');
      const { round, hold } = beginRound(env, provider.revision, ownPathOf(next));
      const address = await signInAddress(deps.use(identityProvidersOf), clientOf(env, provider), round, email);
      hold(reply);
      return reply.header('Cache-Control', 'private, no-store').redirect(address.href, 303);
    }),
  );

  async function finish(ctx: AccountContext) {
    const { request, reply } = ctx;
    const { state, error } = request.query as Query;
    const underway = findRound(env, request, state);
    if (!underway || !(await spendRound(ctx.db, underway))) throw new RefusedSignIn('expired');
    clearProviderCookie(reply);
    if (error !== undefined) throw new RefusedSignIn('refused');
    const provider = await findProvider(ctx.db, eq(identityProviders.revision, underway.revision));
    if (!provider) throw new RefusedSignIn('expired');
    const client = clientOf(env, provider);
    const claims = await claimsOf(deps.use(identityProvidersOf), client, underway.round, searchOf(request));
    try {
      return { next: underway.next, begun: await admitByProvider(ctx, provider, claims) };
    } catch (refusal) {
      if (refusal instanceof RefusedSignIn) {
        const about = { userId: refusal.userId, orgId: provider.orgId, details: { by: 'sso', reason: refusal.reason } };
        const key = ['sso_refused', provider.orgId, claims.subject, refusal.reason];
        await recordHourly(ctx.db, request, { type: 'sign_in_refused', ...about }, key);
      }
      throw refusal;
    }
  }

  app.get(
    '/api/auth/sso/callback',
    counted(async (request, reply) => {
      const ctx = Object.assign(buildContext(deps, request, reply), { db: database.accounts });
      const { next, begun } = await finish(ctx);
      const answer = answerSignIn(ctx, begun);
      await ctx.settle({ succeeded: true, changes: true });
      if (!('requires2FA' in answer)) return lead(reply, next);
      return lead(reply, `/two-factor?${new URLSearchParams({ next, sso: 'done' })}`);
    }),
  );
}
