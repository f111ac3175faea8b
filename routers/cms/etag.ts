import type { FastifyRequest } from 'fastify';
import { PortalError } from '../../server/errors.ts';

/** The strong entity tag of a page as it stands in one version. */
export const pageEtag = ({ id, version }: { id: string; version: number }) => `"${id}.${version}"`;

const TAG = /(W\/)?("[^"]*")/g;

/**
 * Refuses a change of something else than its sender has read: RFC 9110, 13.1.1. `*` takes any version; of a list one
 * tag must be the present one; a weak tag never is, nor what is no tag at all. Throws VERSION_CONFLICT.
 */
export function requireMatch({ headers }: Pick<FastifyRequest, 'headers'>, page: { id: string; version: number }) {
  const given = headers['if-match']?.trim();
  if (given === undefined || given === '*') return;
  const strong = [...given.matchAll(TAG)].filter(([, weak]) => !weak).map(([, , tag]) => tag);
  if (!strong.includes(pageEtag(page))) throw new PortalError('VERSION_CONFLICT');
}
