import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** The strong entity tag of an answer. */
export const etagOf = (answer: object) => `"${hash('sha256', JSON.stringify(answer), 'base64url').slice(0, 27)}"`;

/** Whether If-None-Match names this tag (RFC 9110, 13.1.2: weak comparison). */
export const matchesEtag = (ifNoneMatch: string | undefined, tag: string) =>
  (ifNoneMatch ?? '').split(',').some((known) => known.trim().replace(/^W\//, '') === tag);

/** Clears the browser cache: the same cookie now belongs to another organization. */
export const clearBrowserCache = (reply: FastifyReply) => reply.header('Clear-Site-Data', '"cache"');
