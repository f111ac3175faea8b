import { hash, randomBytes } from 'node:crypto';

/** 32 random bytes, base64url: the value of a cookie, the body of a key. */
export const newToken = () => randomBytes(32).toString('base64url');

/** What is stored of a token: its SHA-256, hex. A copy of the database opens no door. */
export const fingerprint = (token: string) => hash('sha256', token);
