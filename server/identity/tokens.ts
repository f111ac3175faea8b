import { hash, randomBytes } from 'node:crypto';

/** 32 random bytes in base64url. */
export const newToken = () => randomBytes(32).toString('base64url');

/** The SHA-256 of a token in hex, stored instead of it: a copy of the database holds no usable token. */
export const fingerprint = (token: string) => hash('sha256', token);
