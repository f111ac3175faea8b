import type { FastifyRequest } from 'fastify';
import type { pages } from '../../db/schema/index.ts';
import { PortalError } from '../../server/errors.ts';

type State = Pick<typeof pages.$inferSelect, 'id' | 'version' | 'scheduledAt'>;

/** The strong entity tag of a version of a page and its schedule. */
export const pageEtag = ({ id, version, scheduledAt }: State) =>
  `"${[id, version, ...(scheduledAt ? [scheduledAt.getTime()] : [])].join('.')}"`;

const TAG = /(W\/)?("[^"]*")/g;

/**
 * Checks If-Match (RFC 9110, 13.1.1): `*` or a list with the current strong tag passes; weak and malformed tags do not.
 *
 * @throws VERSION_CONFLICT
 */
export function requireMatch({ headers }: Pick<FastifyRequest, 'headers'>, page: State) {
  const given = headers['if-match']?.trim();
  if (given === undefined || given === '*') return;
  const strong = [...given.matchAll(TAG)].filter(([, weak]) => !weak).map(([, , tag]) => tag);
  if (!strong.includes(pageEtag(page))) throw new PortalError('VERSION_CONFLICT');
}
