import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { AccountDb } from '../../../db/handles.ts';
import { identities, identityProviders } from '../../../db/schema/index.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { invalid, PortalError } from '../../../server/errors.ts';
import { seal } from '../../../server/identity/sealed.ts';
import type { HandlerDeps } from '../../../server/trpc/context.ts';
import { voidSecondSteps } from '../one-time-tokens.ts';
import { assertOtherWay } from '../sign-in-policy.ts';
import { anyProved, nameDomains, showDomains } from './domains.ts';
import { mayBeProvider } from './provider-fetch.ts';
import { callbackOf } from './round.ts';
import type { ProviderEdit } from './shapes.ts';
import { clientOf, findProvider, type StoredProvider, secretAt } from './stored-provider.ts';

interface Administered {
  deps: Pick<HandlerDeps, 'env'>;
  tenant: Tenant;
}

/** Single sign-on of an organization as its administrators see it. */
export async function showSingleSignOn({ deps: { env }, tenant: { clientId: orgId } }: Administered, db: AccountDb) {
  const stored = await findProvider(db, eq(identityProviders.orgId, orgId));
  return {
    issuer: stored?.issuer ?? null,
    clientId: stored?.registeredClient ?? null,
    domains: await showDomains(db, orgId),
    defaultRole: stored?.defaultRole ?? ('member' as const),
    enforce: stored?.enforce ?? false,
    tried: stored?.triedAt != null,
    redirectUri: callbackOf(env),
  };
}

type Edit = z.output<typeof ProviderEdit>;

/**
 * The provider after an edit, and whether it is another one.
 *
 * @throws VALIDATION_ERROR where a first one is not whole
 */
function edited({ deps: { env }, tenant: { clientId: orgId } }: Administered, edit: Edit, stored?: StoredProvider) {
  const before = stored && clientOf(env, stored);
  const issuer = edit.issuer ?? before?.issuer;
  const clientId = edit.clientId ?? before?.clientId;
  const secret = edit.clientSecret ?? before?.secret;
  if (!issuer || (edit.issuer && !mayBeProvider(env, issuer)))
    throw invalid('issuer', 'must be a public https address');
  if (!clientId) throw invalid('clientId', 'must be set');
  if (!secret) throw invalid('clientSecret', 'must be set');
  const isOther = issuer !== before?.issuer || clientId !== before.clientId;
  const isChanged = isOther || secret !== before.secret;
  const kept = { issuer, registeredClient: clientId, defaultRole: edit.defaultRole ?? stored?.defaultRole ?? 'member' };
  const fresh = { revision: randomUUID(), triedAt: null, sealedSecret: seal(env, secretAt(orgId), secret) };
  return { isOther, values: { orgId, ...kept, ...(isChanged || !stored ? fresh : stored), ...kept } };
}

/**
 * Stores a change of single sign-on. The organization is locked.
 *
 * @throws VALIDATION_ERROR; INVALID_TRANSITION where it may not be enforced, or not be left
 */
export async function storeProvider(tx: AccountDb, administered: Administered, edit: Edit) {
  const orgId = administered.tenant.clientId;
  const stored = await findProvider(tx, eq(identityProviders.orgId, orgId));
  const { isOther, values } = edited(administered, edit, stored);
  if (!stored && !edit.domains) throw invalid('domains', 'must name a domain');
  if (edit.domains) await nameDomains(tx, orgId, edit.domains);

  const enforce = edit.enforce ?? stored?.enforce ?? false;
  if (enforce && !(values.triedAt && (await anyProved(tx, orgId))))
    throw new PortalError(
      'INVALID_TRANSITION',
      'Single sign-on can be required once an administrator came in by it since its last change, with a verified domain.',
    );
  if (stored?.enforce && !enforce) await assertOtherWay(tx, orgId);
  if (enforce && !stored?.enforce) await voidSecondSteps(tx, orgId);
  // Another provider, or another client of it, calls people by other names.
  if (isOther) await tx.delete(identities).where(eq(identities.orgId, orgId));
  const { revision, sealedSecret, triedAt, issuer, registeredClient, defaultRole } = values;
  const set = { revision, sealedSecret, triedAt, issuer, registeredClient, defaultRole, enforce };
  await tx
    .insert(identityProviders)
    .values({ orgId, ...set })
    .onConflictDoUpdate({ target: identityProviders.orgId, set });
}
