import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { networkOfRequest } from '../../../server/identity/sender.ts';
import { assertWithinGeneral, assertWithinLimit } from '../../../server/limits/limits.ts';
import { checkAsked, PARAMETERS, type Parameters } from './asked.ts';
import { oauthError } from './oauth-error.ts';

/** The parameters of a query: each once. @throws VALIDATION_ERROR */
function readParameters(query: object): Parameters {
  const given = query as Record<string, unknown>;
  return Object.fromEntries(
    PARAMETERS.flatMap((name) => {
      const value = given[name];
      if (value === undefined) return [];
      if (typeof value !== 'string') throw oauthError('invalid_request', `${name} must be there once.`);
      return [[name, value]];
    }),
  );
}

/**
 * Where assistants send people to be asked. What is wrong goes back to the assistant; everybody else goes on to the
 * page that asks.
 */
export function authorizationRoute(app: FastifyInstance, { env, database, limits }: Deps) {
  app.get('/oauth/authorize', { config: { errorBody: 'oauth' } }, async (request, reply) => {
    const network = networkOfRequest(request);
    assertWithinGeneral(reply, await limits.consume('general', network));
    const given = readParameters(request.query as object);
    const count = async () => assertWithinLimit(await limits.consume('assistantRegistrations', network));
    const asked = await checkAsked({ db: database.accounts, env, network, count }, given);
    if ('refusedAt' in asked) return reply.redirect(asked.refusedAt, 303);
    // As one text: pages read numbers and lists out of parameters, and would write them otherwise.
    const page = Buffer.from(JSON.stringify(given)).toString('base64url');
    return reply.redirect(`${env.APP_URL}/consent?request=${page}`, 303);
  });
}
