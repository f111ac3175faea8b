import { hash } from 'node:crypto';

/** A strong entity tag for what an answer says. */
export const etagOf = (answer: object) => `"${hash('sha256', JSON.stringify(answer), 'base64url').slice(0, 27)}"`;
