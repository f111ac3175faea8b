import { createHmac, timingSafeEqual } from 'node:crypto';

/** A stored report, the name it is saved under, and until when the address is good, in Unix seconds. */
export interface Link {
  file: string;
  filename: string;
  expires: number;
}

const FILE = /^[A-Za-z0-9_-]{43}$/;
const SECONDS = /^\d{1,12}$/;

/** A signature for one purpose: what is signed for another is worth nothing here. */
export const sign = (key: string, purpose: string, ...parts: (string | number)[]) =>
  createHmac('sha256', Buffer.from(key, 'base64'))
    .update(JSON.stringify([purpose, ...parts]))
    .digest('base64url');

const signatureOf = (key: string, { file, filename, expires }: Link) =>
  sign(key, 'report link', file, filename, expires);

/** The path and query of an address that opens until it expires. */
export const signLink = (key: string, link: Link) =>
  `${link.file}/${encodeURIComponent(link.filename)}?expires=${link.expires}&signature=${signatureOf(key, link)}`;

/** Whether an address was given out by this portal, and is still good. The time it takes tells nothing of the signature. */
export function isValidLink(
  key: string,
  asked: Record<keyof Link | 'signature', unknown>,
  now = Date.now(),
): asked is Record<'file' | 'filename', string> & typeof asked {
  const { file, filename, expires, signature } = asked;
  if (typeof file !== 'string' || typeof filename !== 'string' || !FILE.test(file)) return false;
  if (typeof expires !== 'string' || typeof signature !== 'string' || !SECONDS.test(expires)) return false;
  const due = Buffer.from(signatureOf(key, { file, filename, expires: Number(expires) }));
  const given = Buffer.from(signature);
  return given.length === due.length && timingSafeEqual(given, due) && Number(expires) * 1000 > now;
}
