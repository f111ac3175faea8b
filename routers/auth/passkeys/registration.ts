import type { z } from 'zod';
import type { Env } from '../../../server/env.ts';
import { invalid } from '../../../server/errors.ts';
import { PASSKEY_CHALLENGE } from '../../../server/identity/lifetimes.ts';
import { relyingParty } from './relying-party.ts';
import type { NewCredential } from './shapes.ts';
import { handleOf } from './stored.ts';
import { loadWebauthn } from './webauthn.ts';

// Ed25519, ECDSA with P-256, RSA: what authenticators have. By their numbers in COSE.
const supportedAlgorithmIDs = [-8, -7, -257];

interface NewOptions {
  user: { id: string; email: string };
  challenge: Buffer<ArrayBuffer>;
  /** The ids of the passkeys that the user has. */
  known: string[];
}

/** The options to make a passkey of a user. */
export async function creationOptions(env: Env, { user, challenge, known }: NewOptions) {
  const { id, name } = relyingParty(env);
  const { generateRegistrationOptions } = await loadWebauthn();
  const options = await generateRegistrationOptions({
    rpID: id,
    rpName: name,
    userID: handleOf(user.id),
    userName: user.email,
    userDisplayName: user.email,
    challenge,
    timeout: PASSKEY_CHALLENGE,
    attestationType: 'none',
    excludeCredentials: known.map((credential) => ({ id: credential })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
    supportedAlgorithmIDs,
  });
  // The types of the library allow for more than what was asked for.
  return options as typeof options & {
    rp: { id: string };
    timeout: number;
    attestation: 'none';
    excludeCredentials: { id: string; type: 'public-key' }[];
    authenticatorSelection: { residentKey: 'required'; requireResidentKey: true; userVerification: 'preferred' };
  };
}

/**
 * The object without its attestation, which nobody asked for: to look at one, certificates of strangers would be read,
 * and addresses in them asked.
 */
async function unattested(attestationObject: string) {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData');
  const bare = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ]);
  return isoBase64URL.fromBuffer(isoCBOR.encode(bare as never));
}

/** The passkey in the answer of a browser to a challenge. @throws VALIDATION_ERROR */
export async function readNewPasskey(env: Env, { response, ...given }: z.output<typeof NewCredential>, challenge = '') {
  const { id: rpId, origin } = relyingParty(env);
  const refused = (cause?: unknown) =>
    Object.assign(invalid('response', 'must be the answer of this browser to its newest options'), { cause });
  try {
    const { verifyRegistrationResponse } = await loadWebauthn();
    const attestationObject = await unattested(response.attestationObject);
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...given, response: { ...response, attestationObject }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs,
    });
    if (!verified || !challenge || registrationInfo.credential.id !== given.id) throw refused();
    const { id: credentialId, publicKey, counter } = registrationInfo.credential;
    return { credentialId, publicKey: Buffer.from(publicKey).toString('base64url'), counter };
  } catch (error) {
    // Whatever a stranger’s bytes make the library throw.
    throw refused(error);
  }
}
