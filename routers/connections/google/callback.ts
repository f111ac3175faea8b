import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { PortalError } from '../../../server/errors.ts';
import { networkOfRequest } from '../../../server/identity/sender.ts';
import { assertWithinGeneral } from '../../../server/limits/limits.ts';
import { admitOperator } from '../../../server/trpc/admit-operator.ts';
import { buildContext, type RequestContext } from '../../../server/trpc/context.ts';
import { hasAllGrants, storeOperatorConsent, tryAgain } from '../agency/grants.ts';
import { sourceClient } from '../ask-source.ts';
import { SourceFailure } from '../problems.ts';
import { readState, redirectUriOf } from './consent.ts';
import { storeGrant } from './grants.ts';

const text = (value: unknown) => (typeof value === 'string' && value.length <= 4000 ? value : '');

const PAGES = { client: 'settings/connections', operator: 'operator/connections' };

/**
 * Where Google sends a person back to. Not a procedure: it leads on to the page of connections, with the grant or with
 * the reason why there is none.
 */
export function googleCallback(app: FastifyInstance, deps: Deps) {
  const { env, database, limits } = deps;

  /** Stores the consent for whom it was asked. @throws SourceFailure */
  async function store(ctx: RequestContext, { purpose, verifier, kinds }: NonNullable<ReturnType<typeof readState>>) {
    const { code, error } = ctx.request.query as Record<string, unknown>;
    if (error || !code) return { failed: text(error) === 'access_denied' ? 'access_denied' : 'refused' };
    const use = { env, ask: sourceClient(env) };
    const answer = { code: text(code), verifier, redirectUri: redirectUriOf(env) };
    if ('operator' in purpose) {
      const { db: accounts, reach } = await admitOperator(ctx, { changes: true });
      if (!purpose.grantId && (await hasAllGrants(accounts, reach))) return { failed: 'too_many' };
      const id = await storeOperatorConsent({ accounts, ...use }, reach, answer, purpose.grantId);
      await tryAgain(deps, reach, id);
      return { grant: id };
    }
    const { caller } = ctx;
    const isAdmin = caller.kind === 'person' && !caller.support && caller.session.role === 'admin';
    if (!isAdmin) return { failed: 'session' };
    if (purpose.orgId !== caller.tenant.clientId) return { failed: 'state' };
    const { tenant } = caller;
    const { id } = await storeGrant({ db: database.as(tenant), tenant, ...use }, answer);
    return { grant: id, kinds: kinds.join(',') };
  }

  async function outcome(ctx: RequestContext): Promise<{ page: keyof typeof PAGES; result: Record<string, string> }> {
    const { caller, request } = ctx;
    const { state } = request.query as Record<string, unknown>;
    if (caller.kind !== 'person') return { page: 'client', result: { failed: 'session' } };
    const known = readState(env, caller.session.id, text(state));
    const page = known && 'operator' in known.purpose ? 'operator' : 'client';
    try {
      return { page, result: known ? await store(ctx, known) : { failed: 'state' } };
    } catch (failure) {
      if (failure instanceof PortalError) return { page, result: { failed: 'session' } };
      if (!(failure instanceof SourceFailure)) throw failure;
      return { page, result: { failed: failure.problem } };
    }
  }

  app.get('/api/connections/google/callback', async (request: FastifyRequest, reply) => {
    assertWithinGeneral(reply, await limits.consume('general', networkOfRequest(request)));
    const ctx = buildContext(deps, request, reply);
    await ctx.identify();
    const { page, result } = await outcome(ctx);
    reply.header('Cache-Control', 'private, no-store');
    return reply.redirect(`${env.APP_URL}/${PAGES[page]}?${new URLSearchParams(result)}`, 303);
  });
}
