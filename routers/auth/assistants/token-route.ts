import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { PortalError } from '../../../server/errors.ts';
import { readBytes } from '../../../server/http/body.ts';
import { networkOfRequest } from '../../../server/identity/sender.ts';
import { assertWithinGeneral } from '../../../server/limits/limits.ts';
import { BODY_BYTES } from '../../../server/limits/sizes.ts';
import { resourceOf } from './addresses.ts';
import { oauthError } from './oauth-error.ts';
import { ACCESS_SECONDS, exchange } from './tokens.ts';

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;
const VERIFIER = /^[\w.~-]{43,128}$/;

/** The fields of a form, each once. @throws UNSUPPORTED_MEDIA_TYPE, VALIDATION_ERROR */
async function readForm(request: FastifyRequest) {
  const bytes = await readBytes(request, BODY_BYTES.credentials);
  if (!FORM_TYPE.test(request.bodyType.trim()))
    throw new PortalError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/x-www-form-urlencoded.');
  const form = new URLSearchParams(bytes.toString('utf8'));
  const names = [...form.keys()];
  if (new Set(names).size < names.length) throw oauthError('invalid_request', 'Each parameter may be there once.');
  return (name: string) => form.get(name) ?? '';
}

type Form = Awaited<ReturnType<typeof readForm>>;

const isOf = (challenge: string | null, verifier: string) =>
  VERIFIER.test(verifier) && hash('sha256', verifier, 'base64url') === challenge;

/** What is presented, by the kind of grant. @throws VALIDATION_ERROR */
function presented(field: Form) {
  const assistantId = field('client_id');
  switch (field('grant_type')) {
    case 'authorization_code':
      return {
        token: field('code'),
        kind: 'code' as const,
        assistantId,
        scope: '',
        isBound: ({ redirectUri, challenge }: { redirectUri: string | null; challenge: string | null }) =>
          redirectUri === field('redirect_uri') && isOf(challenge, field('code_verifier')),
      };
    case 'refresh_token':
      return {
        token: field('refresh_token'),
        kind: 'refresh' as const,
        assistantId,
        scope: field('scope'),
        isBound: () => true,
      };
    default:
      throw oauthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.');
  }
}

/** Where assistants exchange codes and refresh tokens for new tokens. */
export function tokenRoute(app: FastifyInstance, { env, database, limits }: Deps) {
  app.post('/oauth/token', { config: { errorBody: 'oauth' } }, async (request, reply) => {
    assertWithinGeneral(reply, await limits.consume('general', networkOfRequest(request)));
    const field = await readForm(request);
    const resource = field('resource');
    if (resource && URL.parse(resource)?.href !== resourceOf(env))
      throw oauthError('invalid_target', `resource must be ${resourceOf(env)}.`);
    const issued = await exchange(database.accounts, presented(field));
    if (!issued) throw oauthError('invalid_grant', 'The code or token is not valid here, is over, or was used before.');
    return reply.header('Pragma', 'no-cache').send({
      access_token: issued.access,
      token_type: 'Bearer',
      expires_in: ACCESS_SECONDS,
      refresh_token: issued.refresh,
      scope: issued.scopes.join(' '),
    });
  });
}
