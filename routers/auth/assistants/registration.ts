import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { assistants } from '../../../db/schema/index.ts';
import type { Deps } from '../../../server/deps.ts';
import { readJson } from '../../../server/http/body.ts';
import { networkOfRequest } from '../../../server/identity/sender.ts';
import { assertWithinGeneral, assertWithinLimit } from '../../../server/limits/limits.ts';
import { BODY_BYTES } from '../../../server/limits/sizes.ts';
import { oauthError } from './oauth-error.ts';
import { AssistantName, RedirectUris } from './shapes.ts';

const Registration = z.object({ client_name: AssistantName, redirect_uris: RedirectUris });

function readRegistration(body: unknown) {
  const { data, error } = Registration.safeParse(body);
  if (data) return data;
  const atRedirect = error.issues.some(({ path }) => path[0] === 'redirect_uris');
  throw atRedirect
    ? oauthError(
        'invalid_redirect_uri',
        'redirect_uris must be 1 to 10 https addresses, or http ones of 127.0.0.1, [::1] or localhost, without fragment, wildcard or password.',
      )
    : oauthError(
        'invalid_client_metadata',
        'client_name must be one line of at most 120 characters, none of which reorders others.',
      );
}

/** Where assistants register themselves (RFC 7591), as public clients: they get no secret. */
export function registrationRoute(app: FastifyInstance, { database, limits }: Deps) {
  app.post('/oauth/register', { config: { errorBody: 'oauth' } }, async (request, reply) => {
    const network = networkOfRequest(request);
    assertWithinGeneral(reply, await limits.consume('general', network));
    assertWithinLimit(await limits.consume('assistantRegistrations', network));
    const { client_name, redirect_uris } = readRegistration(await readJson(request, BODY_BYTES.credentials));

    const id = randomUUID();
    await database.accounts.insert(assistants).values({ id, name: client_name, redirectUris: redirect_uris });
    return reply.code(201).send({
      client_id: id,
      client_id_issued_at: Math.floor(Date.now() / 1000),
      client_name,
      redirect_uris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    });
  });
}
