import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { AccountDb } from '../../../db/handles.ts';
import { identities, identityProviders, organizations, orgDomains, users } from '../../../db/schema/index.ts';
import { PortalError } from '../../../server/errors.ts';
import { hashPassword } from '../../../server/identity/password.ts';
import { record } from '../../../server/identity/security-trail.ts';
import { networkOfRequest } from '../../../server/identity/sender.ts';
import { newToken } from '../../../server/identity/tokens.ts';
import { preferredLocale } from '../../../server/languages.ts';
import type { AccountContext } from '../../../server/trpc/context.ts';
import { type Granted, planGrants } from '../../plans/granted.ts';
import { isReserved } from '../account/email-changes.ts';
import { findAccount } from '../find-account.ts';
import { beginSignIn } from '../finish-sign-in.ts';
import { identityLinkedMail } from '../mails.ts';
import { markLastUsed } from '../org/memberships.ts';
import { isVerifiedByHolder } from '../reset-account.ts';
import { Email, ProperName } from '../shapes.ts';
import { joinByProvider } from './join.ts';
import { domainOf } from './mail-domain.ts';
import type { Claims } from './provider.ts';
import { RefusedSignIn } from './refusal.ts';
import type { StoredProvider } from './stored-provider.ts';

interface Proven {
  provider: StoredProvider;
  claims: Claims;
  email: string;
  granted: Granted;
}

const identityOf = ({ provider: { orgId }, claims: { issuer, subject } }: Proven) =>
  and(eq(identities.orgId, orgId), eq(identities.issuer, issuer), eq(identities.subject, subject));

/** The account of a subject, else that of the address. */
async function findUser(db: AccountDb, proven: Proven) {
  const [known] = await db.select({ id: identities.userId }).from(identities).where(identityOf(proven));
  if (known) return known.id;
  const [found] = await db.select({ id: users.id }).from(users).where(eq(users.email, proven.email));
  return found?.id;
}

/** @throws RefusedSignIn where the provider has changed, or the domain was lost, since the sign-in began */
async function assertStillGood(tx: AccountDb, { provider: { orgId, revision }, email }: Proven) {
  const same = and(eq(identityProviders.orgId, orgId), eq(identityProviders.revision, revision));
  if ((await tx.$count(identityProviders, same)) === 0) throw new RefusedSignIn('expired');
  const own = and(eq(orgDomains.orgId, orgId), eq(orgDomains.domain, domainOf(email)), isNotNull(orgDomains.provedAt));
  if ((await tx.$count(orgDomains, own)) === 0) throw new RefusedSignIn('domain');
}

/** Links a subject to an account that exists: both sides have verified its address. @throws RefusedSignIn */
async function link(tx: AccountDb, ctx: AccountContext, proven: Proven, user: typeof users.$inferSelect) {
  const { orgId } = proven.provider;
  if (!isVerifiedByHolder(user)) throw new RefusedSignIn('account', user.id);
  // The provider has given the address to somebody else: the account stays that of the first.
  const other = and(eq(identities.orgId, orgId), eq(identities.userId, user.id));
  if ((await tx.$count(identities, other)) > 0) throw new RefusedSignIn('other_subject', user.id);
  await record(tx, ctx.request, { type: 'identity_linked', userId: user.id, orgId });
  const [organization] = await tx
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, orgId));
  await ctx.deps.mail.queue(tx, user.email, identityLinkedMail(organization?.name ?? ''));
}

/**
 * Locks the account that is found, or makes one. Undefined where somebody else has just made it.
 *
 * @throws RefusedSignIn
 */
async function holdUser(tx: AccountDb, ctx: AccountContext, proven: Proven, passwordHash: string | undefined) {
  const { claims, email } = proven;
  const id = await findUser(tx, proven);
  if (id) {
    const [user] = await tx.select().from(users).where(eq(users.id, id)).for('no key update');
    if (!user) return undefined;
    if (user.lockedAt) throw new RefusedSignIn('locked', id);
    const isKnown = (await tx.$count(identities, and(identityOf(proven), eq(identities.userId, id)))) > 0;
    if (!isKnown && user.email !== email) return undefined;
    if (!isKnown) await link(tx, ctx, proven, user);
    return user;
  }
  if (!passwordHash) return undefined;
  const locale = preferredLocale(ctx.request.headers['accept-language']);
  const name = ProperName.safeParse(claims.name).data ?? null;
  const [user] = await tx
    .insert(users)
    .values({ email, emailVerified: true, name, passwordHash, locale })
    .onConflictDoNothing()
    .returning();
  if (user && (await isReserved(tx, email))) throw new RefusedSignIn('account');
  return user;
}

async function admitOnce(tx: AccountDb, ctx: AccountContext, proven: Proven, passwordHash: string | undefined) {
  const { orgId, revision } = proven.provider;
  const { issuer, subject } = proven.claims;
  const user = await holdUser(tx, ctx, proven, passwordHash);
  if (!user) return undefined;
  const role = await joinByProvider(tx, ctx, proven.provider, {
    userId: user.id,
    email: proven.email,
    subject: { issuer, subject },
    granted: proven.granted,
  });
  // After the lock on the organization, which changes of the provider take.
  await assertStillGood(tx, proven);
  await tx
    .insert(identities)
    .values({ orgId, issuer, subject, userId: user.id })
    .onConflictDoUpdate({
      target: [identities.orgId, identities.issuer, identities.subject],
      set: { lastUsedAt: sql`now()` },
    });
  await markLastUsed(tx, user.id, orgId);
  const account = await findAccount(tx, eq(users.id, user.id));
  if (!account) return undefined;
  const begun = await beginSignIn(tx, ctx, account, 'sso', { via: orgId });
  if (begun instanceof PortalError) throw new RefusedSignIn('method', user.id);
  const untried = and(eq(identityProviders.orgId, orgId), eq(identityProviders.revision, revision));
  if (role === 'admin') await tx.update(identityProviders).set({ triedAt: sql`now()` }).where(untried);
  return begun;
}

/**
 * Begins the session of a person whom the provider of an organization has proved, or the second step. The subject finds
 * the account; a verified address does for the first time; without one an account is made.
 *
 * @throws RefusedSignIn
 */
export async function admitByProvider(ctx: AccountContext, provider: StoredProvider, claims: Claims) {
  const { data: email } = Email.safeParse(claims.email);
  if (!email || claims.emailVerified !== true) throw new RefusedSignIn('unverified');
  const granted = await ctx.deps.use(planGrants).of(provider.orgId);
  const proven = { provider, claims, email, granted };
  // Of an account that is made: a password that nobody knows.
  const isNew = (await findUser(ctx.db, proven)) === undefined;
  const passwordHash = isNew ? await hashPassword(networkOfRequest(ctx.request), newToken()) : undefined;
  const once = () =>
    ctx.db
      .transaction((tx) => admitOnce(tx, ctx, proven, passwordHash))
      .catch((error) => {
        // An account that was made has been taken back with the rest.
        throw isNew && error instanceof RefusedSignIn ? new RefusedSignIn(error.reason) : error;
      });
  // Once more where another sign-in has made or changed the account meanwhile.
  const begun = (await once()) ?? (await once());
  if (!begun) throw new RefusedSignIn('expired');
  return begun;
}
