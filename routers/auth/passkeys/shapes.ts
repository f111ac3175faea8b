import { z } from 'zod';
import { Timestamp } from '../../values/shapes.ts';
import { PASSKEYS_PER_PERSON } from './stored.ts';

// The JSON of WebAuthn Level 3. Bytes are base64url.

const bytes = (description: string, example: string, most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]*$/, 'must be base64url')
    .meta({ description, example });

const CHALLENGE = bytes('Challenge to be signed.', 'Zk3vQ9xT0m1bYfHnR7cJ2wLpD5sUaE8gKiN4oVtB6yM', 100);
// A credential id has at most 1,023 bytes.
const CredentialId = bytes('Id that the authenticator gave the passkey.', 'q1wZb8Yw3mJ0n7uT5eXkLg', 1364);
const clientDataJSON = bytes(
  'What the browser signed: challenge, origin and type.',
  'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
  4096,
);

const COMMON = {
  id: CredentialId,
  rawId: CredentialId.describe('The same id.'),
  type: z.literal('public-key').describe('Always `public-key`.'),
};

/** What `navigator.credentials.create` answers; whatever else is in it is not read. */
export const NewCredential = z
  .object({
    ...COMMON,
    response: z
      .object({
        clientDataJSON,
        attestationObject: bytes('The new public key. Its attestation is not read.', 'o2NmbXRkbm9uZQ', 12_000),
      })
      .describe('The answer of the authenticator.'),
  })
  .meta({ id: 'NewCredential', description: 'The answer of a browser to the options (`toJSON()`).' });

/** What `navigator.credentials.get` answers. */
export const Assertion = z
  .object({
    ...COMMON,
    response: z
      .object({
        clientDataJSON,
        authenticatorData: bytes('Data of the authenticator, signed.', 'SZYN5YgOjGh0NBcPZHZgW4', 4096),
        signature: bytes('The signature.', 'MEUCIQDv', 8192),
        userHandle: bytes('The account that the passkey is of.', 'P28MHopSTQucHV8rfkqdEA', 100).nullish(),
      })
      .describe('The answer of the authenticator.'),
  })
  .meta({ id: 'Assertion', description: 'The answer of a browser to the options (`toJSON()`).' });

const Descriptor = z.object({ id: CredentialId, type: z.literal('public-key').describe('Always `public-key`.') });

const timeout = z.number().int().meta({ description: 'Milliseconds until the browser gives up.', example: 300_000 });
const userVerification = z.literal('preferred').describe('The device verifies its user where it can.');
const RP_ID = { description: 'Host of the portal.', example: 'portal.example.com' };

/** What `PublicKeyCredential.parseCreationOptionsFromJSON` takes. */
export const CreationOptions = z
  .object({
    challenge: CHALLENGE,
    rp: z
      .object({
        id: z.string().meta(RP_ID),
        name: z.string().meta({ description: 'Name of the portal.', example: 'Client portal' }),
      })
      .describe('The portal.'),
    user: z
      .object({
        id: bytes('The account, for the authenticator.', 'P28MHopSTQucHV8rfkqdEA', 100),
        name: z.string().meta({ description: 'Email address.', example: 'lena@harborstreetdental.example' }),
        displayName: z.string().meta({ description: 'The same address.', example: 'lena@harborstreetdental.example' }),
      })
      .describe('Whose passkey it will be.'),
    pubKeyCredParams: z
      .array(
        z.object({
          type: z.literal('public-key').describe('Always `public-key`.'),
          alg: z.number().int().meta({ description: 'Algorithm, by its number of COSE.', example: -7 }),
        }),
      )
      .max(3)
      .describe('The algorithms that are accepted, the best first.'),
    timeout,
    attestation: z.literal('none').describe('No attestation is asked for.'),
    excludeCredentials: z.array(Descriptor).max(PASSKEYS_PER_PERSON).describe('Passkeys that the account has already.'),
    authenticatorSelection: z
      .object({
        residentKey: z.literal('required').describe('The passkey finds its account by itself.'),
        requireResidentKey: z.literal(true).describe('The same for older browsers.'),
        userVerification,
      })
      .describe('What the authenticator has to be able to do.'),
  })
  .meta({ id: 'PasskeyCreationOptions', description: 'Options to make a passkey.' });

/** What `PublicKeyCredential.parseRequestOptionsFromJSON` takes. */
export const RequestOptions = z
  .object({ challenge: CHALLENGE, rpId: z.string().meta(RP_ID), timeout, userVerification })
  .meta({ id: 'PasskeyRequestOptions', description: 'Options to sign in with a passkey.' });

export const Passkey = z
  .object({
    id: z.uuid().meta({ description: 'Id of the passkey.', example: '0b8f3a52-71c4-4f0e-9d2b-6a1e5c7f4d30' }),
    name: z.string().meta({ description: 'What its owner calls it.', example: 'My laptop' }),
    createdAt: Timestamp.describe('When it was added.'),
    lastUsedAt: Timestamp.nullable().meta({
      description: 'When it last signed in; null if never.',
      example: '2026-02-16T09:30:00.000Z',
    }),
  })
  .meta({ id: 'Passkey', description: 'A passkey of the signed-in person.' });
