import type { AccountDb } from '../../../db/handles.ts';
import type { Env } from '../../../server/env.ts';
import { invalid } from '../../../server/errors.ts';
import { answerTo, isRegistered, issuerOf, resourceOf } from './addresses.ts';
import { findAssistant, type RegisteredAssistant } from './registered.ts';

/** What an assistant asks for, as its address says. */
export interface Asked {
  assistant: RegisteredAssistant;
  redirectUri: string;
  scopes: ('read' | 'write')[];
  challenge: string;
  state: string | undefined;
}

/** The parameters of an authorization request. */
export type Parameters = Partial<Record<(typeof PARAMETERS)[number], string | undefined>>;

export const PARAMETERS = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
] as const;

const CHALLENGE = /^[\w-]{43}$/;
const ID_CHARACTERS = 2048;
const STATE_CHARACTERS = 2000;

const isResource = (expected: string, given: string | undefined) =>
  given !== undefined && URL.parse(given)?.href === expected;

function scopesOf(scope: string | undefined) {
  const asked = scope?.split(' ').filter(Boolean) ?? [];
  if (asked.length === 0) return ['read' as const];
  // Scopes of others, such as offline_access, are ignored.
  return (['read', 'write'] as const).filter((one) => asked.includes(one));
}

/** Why a request is refused, by the codes of OAuth. */
function faultOf(env: Env, asked: Parameters): [error: string, description: string] | undefined {
  if ((asked.state?.length ?? 0) > STATE_CHARACTERS) return ['invalid_request', 'state is too long.'];
  if (asked.response_type !== 'code') return ['unsupported_response_type', 'response_type must be code.'];
  if (!CHALLENGE.test(asked.code_challenge ?? '') || asked.code_challenge_method !== 'S256')
    return ['invalid_request', 'A code_challenge with the method S256 is needed.'];
  if (!isResource(resourceOf(env), asked.resource)) return ['invalid_target', `resource must be ${resourceOf(env)}.`];
  if (scopesOf(asked.scope).length === 0) return ['invalid_scope', 'The scopes are read and write.'];
  return undefined;
}

interface Place {
  db: AccountDb;
  env: Env;
  /** Who asks. */
  network: string;
  /** Counts a registration against its limit. @throws RATE_LIMITED */
  count: () => Promise<void>;
}

/**
 * Checks what an assistant asks for. What is wrong is told to it at its address, as `refusedAt`; only an unknown
 * assistant or address is not: nobody must be sent to where they did not mean to go.
 *
 * @throws VALIDATION_ERROR
 */
export async function checkAsked(place: Place, given: Parameters): Promise<Asked | { refusedAt: string }> {
  const { client_id: id = '', redirect_uri: redirectUri = '', state } = given;
  const assistant = id.length <= ID_CHARACTERS ? await findAssistant(place, id) : undefined;
  if (!assistant) throw invalid('client_id', 'is no assistant that is registered here, or has no valid document');
  if (!isRegistered(assistant.redirectUris, redirectUri))
    throw invalid('redirect_uri', 'is not an address that the assistant has registered');

  const fault = faultOf(place.env, given);
  if (!fault)
    return { assistant, redirectUri, scopes: scopesOf(given.scope), challenge: given.code_challenge ?? '', state };
  const [error, description] = fault;
  const iss = issuerOf(place.env);
  return { refusedAt: answerTo(redirectUri, { error, error_description: description, state, iss }) };
}
