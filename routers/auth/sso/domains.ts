import { and, asc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { errorCodeOf } from '../../../db/error-code.ts';
import type { AccountDb } from '../../../db/handles.ts';
import { identities, orgDomains, users } from '../../../db/schema/index.ts';
import { newToken } from '../../../server/identity/tokens.ts';
import { DOMAINS_PER_ORGANIZATION } from './shapes.ts';
import { type lookForProof, proofOf } from './txt-records.ts';

type StoredDomain = typeof orgDomains.$inferSelect;
export type Look = Awaited<ReturnType<typeof lookForProof>>;

const ofOrg = (orgId: string) => eq(orgDomains.orgId, orgId);
const one = ({ orgId, domain }: Pick<StoredDomain, 'orgId' | 'domain'>) =>
  and(ofOrg(orgId), eq(orgDomains.domain, domain));

export const domainsOf = (db: AccountDb, orgId: string) =>
  db.select().from(orgDomains).where(ofOrg(orgId)).orderBy(asc(orgDomains.domain)).limit(DOMAINS_PER_ORGANIZATION);

/**
 * Unlinks the people with addresses of domains that an organization has no more: these may be somebody else’s soon, and
 * with them the accounts.
 */
export async function unlinkPeopleOf(tx: AccountDb, orgId: string, domains: string[]) {
  if (domains.length === 0) return;
  const theirs = tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(sql`split_part(${users.email}, '@', 2)`, domains));
  await tx.delete(identities).where(and(eq(identities.orgId, orgId), inArray(identities.userId, theirs)));
}

/** Names the domains of an organization. One that stays keeps its proof, a new one waits for it. */
export async function nameDomains(tx: AccountDb, orgId: string, names: string[]) {
  const given = and(ofOrg(orgId), notInArray(orgDomains.domain, names));
  const gone = await tx.delete(orgDomains).where(given).returning();
  const proved = gone.filter(({ provedAt }) => provedAt !== null);
  await unlinkPeopleOf(
    tx,
    orgId,
    proved.map(({ domain }) => domain),
  );
  await tx
    .insert(orgDomains)
    .values(names.map((domain) => ({ orgId, domain, challenge: newToken() })))
    .onConflictDoNothing();
}

/** Proves a domain, unless another organization was first. */
async function prove(tx: AccountDb, domain: StoredDomain) {
  try {
    // Of its own, so that the transaction goes on where the database knows of another owner.
    await tx.transaction((inner) => inner.update(orgDomains).set({ provedAt: sql`now()` }).where(one(domain)));
    return true;
  } catch (error) {
    if (errorCodeOf(error) !== '23505') throw error;
    return false;
  }
}

/** Stores what a look for the record of a domain has found. Returns whether the domain is proved by it anew. */
export async function noteLook(tx: AccountDb, domain: StoredDomain, look: Look) {
  const proves = look === 'found' && !domain.provedAt && (await prove(tx, domain));
  const isTaken = look === 'found' && !domain.provedAt && !proves;
  const missing = { found: null, missing: sql`coalesce(${orgDomains.missingSince}, now())`, no_answer: undefined }[
    look
  ];
  const problem = look === 'found' ? null : look;
  await tx
    .update(orgDomains)
    .set({ checkedAt: sql`now()`, missingSince: missing, problem: isTaken ? 'taken' : problem })
    .where(one(domain));
  return proves;
}

/** Whether one of the domains is proved. */
export async function anyProved(tx: AccountDb, orgId: string) {
  return (await domainsOf(tx, orgId)).some(({ provedAt }) => provedAt !== null);
}

function problemOf({ provedAt, checkedAt, missingSince, problem }: StoredDomain) {
  if (provedAt) return missingSince ? ('missing' as const) : null;
  return checkedAt ? problem : ('not_checked' as const);
}

/** The domains of an organization as its administrators see them. */
export async function showDomains(db: AccountDb, orgId: string) {
  const rows = await domainsOf(db, orgId);
  return rows.map((row) => ({
    domain: row.domain,
    verified: row.provedAt !== null,
    problem: problemOf(row),
    ...proofOf(row),
  }));
}
