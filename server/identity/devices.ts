import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { days } from '../durations.ts';
import { sign } from '../files/links.ts';
import { onSuccess } from './cookies.ts';
import { fingerprint, newToken } from './tokens.ts';

// A device is known to the accounts that have signed in on it. Its cookie holds a random id and, for each account, an
// expiry with a signature. Nothing is stored: the signature is the proof.

const COOKIE = 'portal_device';
const KNOWN_FOR = days(365);
// A shared browser keeps its newest accounts: the cookie has to fit into the headers of every request.
const ACCOUNTS = 10;
const ID = /^[\w-]{43}$/;
const ENTRY = /^(\d{13})~([\w-]{43})$/;

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

const signatureOf = (key: string, id: string, expires: number, email: string) =>
  sign(key, 'known device', id, expires, email);

const isSignedFor = (key: string, id: string, email: string) => (entry: Entry) =>
  entry.expires > Date.now() &&
  timingSafeEqual(Buffer.from(entry.signature), Buffer.from(signatureOf(key, id, entry.expires, email)));

/** The name of the caller's device if it has signed in to the account of this address within a year. */
export function knownDevice(request: FastifyRequest, key: string, email: string): string | undefined {
  const device = read(request);
  return device?.entries.some(isSignedFor(key, device.id, email)) ? fingerprint(device.id) : undefined;
}

/** Makes the caller's device known to the account of this address for a year. */
export function rememberDevice(request: FastifyRequest, reply: FastifyReply, key: string, email: string) {
  const { id, entries } = read(request) ?? { id: newToken(), entries: [] };
  const expires = Date.now() + KNOWN_FOR;
  const isOwn = isSignedFor(key, id, email);
  const others = entries.filter((entry) => !isOwn(entry)).slice(0, ACCOUNTS - 1);
  const all = [{ expires, signature: signatureOf(key, id, expires, email) }, ...others];
  const value = [id, ...all.map((entry) => `${entry.expires}~${entry.signature}`)].join('.');
  onSuccess(reply, () => reply.setCookie(COOKIE, value, { maxAge: KNOWN_FOR / 1000 }));
}
