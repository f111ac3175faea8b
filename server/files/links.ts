import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Env } from '../env.ts';

/** A stored report, its download name and the expiry of the link in Unix seconds. */
export interface Link {
  file: string;
  filename: string;
  expires: number;
}

/** What a link was signed for: one of members does not open while the data of their client is closed. */
const PURPOSES = { anyone: 'report link', members: 'archive link of members' };
type Audience = keyof typeof PURPOSES;

const FILE = /^[A-Za-z0-9_-]{43}$/;
const SECONDS = /^\d{1,12}$/;

/** Signs for one purpose: signatures for other purposes do not match. */
export const sign = (key: string, purpose: string, ...parts: (string | number)[]) =>
  createHmac('sha256', Buffer.from(key, 'base64'))
    .update(JSON.stringify([purpose, ...parts]))
    .digest('base64url');

const signatureOf = (key: string, { file, filename, expires }: Link, audience: Audience) =>
  sign(key, PURPOSES[audience], file, filename, expires);

/** Returns the signed path and query of a download link. */
export const signLink = (key: string, link: Link, audience: Audience = 'anyone') =>
  `${link.file}/${encodeURIComponent(link.filename)}?expires=${link.expires}&signature=${signatureOf(key, link, audience)}`;

/** Where the portal opens download links. With a bucket, `STORAGE_URL` is the bucket's own address. */
export const linkBase = ({ S3_BUCKET, STORAGE_URL, PUBLIC_URL }: Env) =>
  (S3_BUCKET ? undefined : STORAGE_URL) ?? `${PUBLIC_URL}/reports`;

/**
 * Whether a link was signed by this portal, for this audience, and has not expired. Compares signatures in constant
 * time.
 */
export function isValidLink(
  key: string,
  asked: Record<keyof Link | 'signature', unknown>,
  audience: Audience = 'anyone',
): asked is Record<'file' | 'filename', string> & typeof asked {
  const { file, filename, expires, signature } = asked;
  if (typeof file !== 'string' || typeof filename !== 'string' || !FILE.test(file)) return false;
  if (typeof expires !== 'string' || typeof signature !== 'string' || !SECONDS.test(expires)) return false;
  const due = Buffer.from(signatureOf(key, { file, filename, expires: Number(expires) }, audience));
  const given = Buffer.from(signature);
  return given.length === due.length && timingSafeEqual(given, due) && Number(expires) * 1000 > Date.now();
}
