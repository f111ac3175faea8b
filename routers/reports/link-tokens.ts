import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Env } from '../../server/env.ts';
import { sign } from '../../server/files/links.ts';
import { fingerprint } from '../../server/identity/tokens.ts';

type Keys = Pick<Env, 'SIGNING_KEY'>;

const TOKEN = /^[A-Za-z0-9_-]{64}$/;
const ID_BYTES = 16;

const idBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');
const idOf = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

// A token begins with the id of the client, so that it is looked up among the links of this client only.
const tokenWith = (clientId: string, secret: Buffer) =>
  Buffer.concat([idBytes(clientId), secret]).toString('base64url');

/** A token that nobody can guess. */
export const newLinkToken = (clientId: string) => tokenWith(clientId, randomBytes(32));

/** The token of the link in the mail to a recipient: the same in each copy of the mail. */
export const recipientToken = ({ SIGNING_KEY }: Keys, clientId: string, recipientId: string) =>
  tokenWith(clientId, Buffer.from(sign(SIGNING_KEY, 'report link of a recipient', clientId, recipientId), 'base64url'));

/** The client whose link a token may open, and what is stored of it; undefined for what is none. */
export function readLinkToken(token: string) {
  if (!TOKEN.test(token)) return undefined;
  return {
    clientId: idOf(Buffer.from(token, 'base64url').subarray(0, ID_BYTES)),
    tokenHash: fingerprint(token),
  };
}

/** What is stored of the code of a link: keyed, since codes are short. */
export const codeHashOf = ({ SIGNING_KEY }: Keys, linkId: string, code: string) =>
  sign(SIGNING_KEY, 'code of a report link', linkId, code);

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Whether a code is that of a link, in constant time. */
export const isCode = (keys: Keys, link: { id: string; codeHash: string | null }, code: string) =>
  isSame(codeHashOf(keys, link.id, code), link.codeHash ?? '');

/** Shows that the code of a link was given, until a time in Unix seconds. */
const passOf = ({ SIGNING_KEY }: Keys, linkId: string, until: number) =>
  `${until}.${sign(SIGNING_KEY, 'pass of a report link', linkId, until)}`;

export const newPass = (keys: Keys, linkId: string, seconds: number) =>
  passOf(keys, linkId, Math.floor(Date.now() / 1000) + seconds);

export function isPass(keys: Keys, linkId: string, pass: unknown) {
  const until = typeof pass === 'string' ? Number(/^(\d{1,12})\./.exec(pass)?.[1] ?? 0) : 0;
  return until * 1000 > Date.now() && isSame(passOf(keys, linkId, until), String(pass));
}

const UNSUBSCRIBE = /^([A-Za-z0-9_-]{22})\.([0-9a-f]{64})\.([A-Za-z0-9_-]{43})$/;

const unsubscribeSignature = ({ SIGNING_KEY }: Keys, clientId: string, addressHash: string) =>
  sign(SIGNING_KEY, 'unsubscribe from reports', clientId, addressHash);

/** What is stored of an address that wants no more reports. */
export const addressHashOf = (email: string) => fingerprint(email.toLowerCase());

/** The token that ends the reports of a client to an address. It does not expire: old mails stay in mailboxes. */
export function unsubscribeToken(keys: Keys, clientId: string, email: string) {
  const addressHash = addressHashOf(email);
  return [idBytes(clientId).toString('base64url'), addressHash, unsubscribeSignature(keys, clientId, addressHash)].join(
    '.',
  );
}

/** Whose reports to whom a token ends; undefined for any other text. */
export function readLeaveToken(keys: Keys, token: unknown) {
  const [, id = '', addressHash = '', signature = ''] = (typeof token === 'string' && UNSUBSCRIBE.exec(token)) || [];
  const clientId = idOf(Buffer.from(id, 'base64url'));
  return isSame(unsubscribeSignature(keys, clientId, addressHash), signature) ? { clientId, addressHash } : undefined;
}
