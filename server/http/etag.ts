import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** A strong entity tag for what an answer says. */
export const etagOf = (answer: object) => `"${hash('sha256', JSON.stringify(answer), 'base64url').slice(0, 27)}"`;

/** Whether the reader says to have this very answer (RFC 9110, 13.1.2: weak comparison). */
export const matchesEtag = (ifNoneMatch: string | undefined, tag: string) =>
  (ifNoneMatch ?? '').split(',').some((known) => known.trim().replace(/^W\//, '') === tag);

/** Has a browser throw away the answers it keeps: its next ones are those of another organization, under the same cookie. */
export const clearBrowserCache = (reply: FastifyReply) => reply.header('Clear-Site-Data', '"cache"');
