import { and, eq, isNotNull } from 'drizzle-orm';
import type { AccountDb } from '../../../db/handles.ts';
import { identityProviders, orgDomains } from '../../../db/schema/index.ts';
import { PortalError } from '../../../server/errors.ts';
import { service } from '../../../server/services.ts';
import { domainOf } from './mail-domain.ts';

interface Invited {
  orgId: string;
  email: string;
  role: 'admin' | 'member';
}

/** The domains whose addresses a provider lets in that an organization requires; undefined where it requires none. */
async function requiredDomains(tx: AccountDb, orgId: string) {
  const enforced = and(eq(identityProviders.orgId, orgId), identityProviders.enforce);
  if ((await tx.$count(identityProviders, enforced)) === 0) return undefined;
  const proved = and(eq(orgDomains.orgId, orgId), isNotNull(orgDomains.provedAt));
  const rows = await tx.select({ domain: orgDomains.domain }).from(orgDomains).where(proved).limit(1000);
  return new Set(rows.map(({ domain }) => domain));
}

/**
 * Tells whom an organization cannot let in: a provider that is required signs in addresses of verified domains alone.
 * Administrators join without it.
 */
export async function shutOutOf(tx: AccountDb, orgId: string) {
  const domains = await requiredDomains(tx, orgId);
  return ({ email, role }: Omit<Invited, 'orgId'>) =>
    domains !== undefined && role === 'member' && !domains.has(domainOf(email));
}

/**
 * Requires that an invited member can join.
 *
 * @throws VALIDATION_ERROR
 */
export async function requireWayIn(tx: AccountDb, { orgId, ...invited }: Invited) {
  const isShutOut = await shutOutOf(tx, orgId);
  if (!isShutOut(invited)) return;
  throw new PortalError(
    'VALIDATION_ERROR',
    'This organization requires single sign-on, which lets nobody in with an address of this domain. Please verify the domain for it, or turn the requirement off, before you invite a member there.',
  );
}

/** The same for operators, of whom those of a portfolio do not see settings of single sign-on. */
export const waysIn = service(({ database: { accounts } }) => ({
  require: (invited: Invited) => requireWayIn(accounts, invited),
  shutOutOf: (orgId: string) => shutOutOf(accounts, orgId),
}));
