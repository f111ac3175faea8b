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

/**
 * Requires that an invited member can join: a provider that is required signs in addresses of verified domains alone.
 * Administrators join without it.
 *
 * @throws VALIDATION_ERROR
 */
export async function requireWayIn(tx: AccountDb, { orgId, email, role }: Invited) {
  if (role === 'admin') return;
  const enforced = and(eq(identityProviders.orgId, orgId), identityProviders.enforce);
  if ((await tx.$count(identityProviders, enforced)) === 0) return;
  const own = and(eq(orgDomains.orgId, orgId), eq(orgDomains.domain, domainOf(email)), isNotNull(orgDomains.provedAt));
  if ((await tx.$count(orgDomains, own)) > 0) return;
  throw new PortalError(
    'VALIDATION_ERROR',
    'This organization requires single sign-on, which lets nobody in with an address of this domain. Please verify the domain for it, or turn the requirement off, before you invite a member there.',
  );
}

/** The same for operators, of whom those of a portfolio do not see settings of single sign-on. */
export const waysIn = service(({ database: { accounts } }) => ({
  require: (invited: Invited) => requireWayIn(accounts, invited),
}));
