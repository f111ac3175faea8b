import { generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto';
import { isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers';
import { type Person, verbs } from './people.ts';
import type { Portal } from './portal.ts';

const base64url = (bytes: string | Buffer) => Buffer.from(bytes).toString('base64url');

/** What an authenticator in software may do otherwise than a real one. */
interface Oddity {
  origin?: string;
  /** Whether it verifies its user. */
  verifies?: boolean;
  counter?: number;
  userHandle?: string | null;
}

interface Options {
  challenge: string;
  rp?: { id: string };
  rpId?: string;
  user?: { id: string };
}

const FLAGS = { present: 1, verified: 4, attested: 64 };

/** An authenticator in software, with one passkey. */
export function softwareKey({ deps }: Portal) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credential = randomBytes(16);
  const id = base64url(credential);
  const own = { counter: 0, userHandle: '' };

  const clientData = (type: string, { challenge }: Options, { origin = new URL(deps.env.PUBLIC_URL).origin }: Oddity) =>
    JSON.stringify({ type, challenge, origin, crossOrigin: false });
  const data = (options: Options, { verifies = true, counter = own.counter }: Oddity, attested?: Buffer) => {
    const flags = FLAGS.present | (verifies ? FLAGS.verified : 0) | (attested ? FLAGS.attested : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const rpId = options.rp?.id ?? options.rpId ?? '';
    return Buffer.concat([hash('sha256', rpId, 'buffer'), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
  };

  return {
    id,
    counts: (counter: number) => Object.assign(own, { counter }),
    /** As `navigator.credentials.create`. */
    create(options: Options, oddity: Oddity = {}) {
      own.userHandle = options.user?.id ?? '';
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const cose = new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, isoBase64URL.toBuffer(x)],
        [-3, isoBase64URL.toBuffer(y)],
      ]);
      const length = Buffer.from([0, credential.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, credential, isoCBOR.encode(cose as never)]);
      const object = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(data(options, oddity, attested))],
      ]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options, oddity)),
          attestationObject: base64url(Buffer.from(isoCBOR.encode(object as never))),
        },
        clientExtensionResults: {},
      };
    },
    /** As `navigator.credentials.get`. */
    get(options: Options, oddity: Oddity = {}) {
      if (own.counter > 0) own.counter++;
      const json = clientData('webauthn.get', options, oddity);
      const authenticatorData = data(options, oddity);
      const signed = Buffer.concat([authenticatorData, hash('sha256', json, 'buffer')]);
      const { userHandle = own.userHandle } = oddity;
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: base64url(json),
          authenticatorData: base64url(authenticatorData),
          signature: base64url(sign('sha256', signed, privateKey)),
          userHandle,
        },
        clientExtensionResults: {},
      };
    },
  };
}

export type SoftwareKey = ReturnType<typeof softwareKey>;

const challengeOf = ({ cookies }: Awaited<ReturnType<Person['post']>>) =>
  `portal_passkey=${cookies.find(({ name }) => name === 'portal_passkey')?.value}`;

/** The options to add a passkey, and the person in the browser that got them. */
export async function adding(person: Pick<Person, 'send' | 'cookie'>, proof = {}) {
  const asked = await person.send('POST', '/api/auth/account/passkeys/options', proof);
  const cookie = `${person.cookie}; ${challengeOf(asked)}`;
  const { send } = person;
  const browser = verbs((method, url, body, headers) => send(method, url, body, { cookie, ...headers }));
  return { asked, cookie, options: asked.json().data as Options, ...browser };
}

/** Adds a passkey to the account of a person. */
export async function addPasskey(portal: Portal, person: Pick<Person, 'send' | 'cookie'>, name = 'My laptop') {
  const key = softwareKey(portal);
  const { options, post } = await adding(person);
  const added = await post('/api/auth/account/passkeys', { name, response: key.create(options) });
  if (added.statusCode !== 201) throw new Error(`No passkey: ${added.body}`);
  return { ...key, added, passkeyId: added.json().data.id as string };
}

/** A browser that has asked for a challenge to sign in. */
export async function signingIn(portal: Portal) {
  const visitor = portal.visitor();
  const asked = await visitor.post('/api/auth/passkey/options');
  const cookie = challengeOf(asked);
  const verify = (response: object) => visitor.post('/api/auth/passkey/verify', { response }, { cookie });
  return { asked, cookie, options: asked.json().data as Options, verify };
}

/** Signs in with a passkey in a new browser. */
export async function signInWith(portal: Portal, key: Pick<SoftwareKey, 'get'>, oddity: Oddity = {}) {
  const { options, verify } = await signingIn(portal);
  return verify(key.get(options, oddity));
}
