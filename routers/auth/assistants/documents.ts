import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { networkOfRequest } from '../../../server/identity/sender.ts';
import { assertWithinGeneral } from '../../../server/limits/limits.ts';
import { issuerOf, resourceOf } from './addresses.ts';

const SCOPES = ['read', 'write'];

/** Where assistants read how to ask for access (RFC 9728, RFC 8414). */
export function oauthDocuments(app: FastifyInstance, { env, limits }: Deps) {
  const issuer = issuerOf(env);
  const resource = {
    resource: resourceOf(env),
    authorization_servers: [issuer],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: 'Client portal',
  };
  const server = {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
  const serve = (path: string, document: object) =>
    app.get(`/.well-known/${path}`, { config: { errorBody: 'oauth' } }, async (request, reply) => {
      assertWithinGeneral(reply, await limits.consume('general', networkOfRequest(request)));
      return document;
    });
  serve('oauth-protected-resource', resource);
  serve('oauth-protected-resource/mcp', resource);
  serve('oauth-authorization-server', server);
}
