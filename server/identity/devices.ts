import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { days } from '../durations.ts';
import { sign } from '../files/links.ts';
import { onSuccess } from './cookies.ts';
import { fingerprint, newToken } from './tokens.ts';

// A device is known to the accounts that have signed in on it with their current password. Its cookie holds a random id
// and, for each account, an expiry with a signature. Nothing is stored: the signature is the proof.

const COOKIE = 'portal_device';
const KNOWN_FOR = days(365);
// A shared browser keeps its newest accounts: the cookie has to fit into the headers of every request.
const ACCOUNTS = 10;
const ID = /^[\w-]{43}$/;
const ENTRY = /^(\d{13})~([\w-]{43})$/;

/** An account by its address and the hash of its password: with a new password no device is known any more. */
export interface DeviceAccount {
  email: string;
  passwordHash: string;
}

interface Entry {
  /** Unix milliseconds. */
  expires: number;
  signature: string;
}

function read({ cookies }: FastifyRequest): { id: string; entries: Entry[] } | undefined {
  const [id = '', ...rest] = (cookies[COOKIE] ?? '').split('.');
  if (!ID.test(id)) return undefined;
  const entries = rest.slice(0, ACCOUNTS).flatMap((entry) => {
    const [, expires, signature] = ENTRY.exec(entry) ?? [];
    return expires && signature ? [{ expires: Number(expires), signature }] : [];
  });
  return { id, entries };
}

const signatureOf = (key: string, id: string, expires: number, { email, passwordHash }: DeviceAccount) =>
  sign(key, 'known device', id, expires, email, passwordHash);

const isSignedFor = (key: string, id: string, account: DeviceAccount) => (entry: Entry) =>
  entry.expires > Date.now() &&
  timingSafeEqual(Buffer.from(entry.signature), Buffer.from(signatureOf(key, id, entry.expires, account)));

/** The name of the caller's device if it has signed in to the account within a year, with the current password. */
export function knownDevice(request: FastifyRequest, key: string, account: DeviceAccount): string | undefined {
  const device = read(request);
  return device?.entries.some(isSignedFor(key, device.id, account)) ? fingerprint(device.id) : undefined;
}

/** Makes the caller's device known to the account for a year. */
export function rememberDevice(request: FastifyRequest, reply: FastifyReply, key: string, account: DeviceAccount) {
  const { id, entries } = read(request) ?? { id: newToken(), entries: [] };
  const expires = Date.now() + KNOWN_FOR;
  const isOwn = isSignedFor(key, id, account);
  const others = entries.filter((entry) => !isOwn(entry)).slice(0, ACCOUNTS - 1);
  const all = [{ expires, signature: signatureOf(key, id, expires, account) }, ...others];
  const value = [id, ...all.map((entry) => `${entry.expires}~${entry.signature}`)].join('.');
  onSuccess(reply, () => reply.setCookie(COOKIE, value, { maxAge: KNOWN_FOR / 1000 }));
}
