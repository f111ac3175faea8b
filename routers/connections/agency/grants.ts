import { randomUUIDv7 } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { AccountDb, Reach } from '../../../db/handles.ts';
import { connections, operatorGrants } from '../../../db/schema/index.ts';
import type { Deps } from '../../../server/deps.ts';
import { limitedOwnerOf } from '../../../server/identity/reach.ts';
import { seal, unseal } from '../../../server/identity/sealed.ts';
import { accountToken } from '../google/ask-google.ts';
import { consentToken, type GoogleUse, REFRESH, type TokenStore, tokensOfCode } from '../google/tokens.ts';
import { SourceFailure } from '../problems.ts';

const place = (id: string) => ({ purpose: 'connection-credential', record: id }) as const;

/** Returns the way to tokens of a service account, one for each scope. */
export function accountTokens({ env, ask }: GoogleUse, key: string) {
  const tokens = new Map<string, Promise<string>>();
  return (scope: string) => {
    const token = tokens.get(scope) ?? accountToken({ ask, googleBase: env.GOOGLE_API_BASE }, key, scope);
    tokens.set(scope, token);
    return token;
  };
}

/** The tokens of a consent of the operator. */
function consentTokens(accounts: AccountDb, id: string): TokenStore {
  const { refreshingUntil, sealedCredential } = operatorGrants;
  const one = eq(operatorGrants.id, id);
  return {
    id,
    async read() {
      const [grant] = await accounts.select().from(operatorGrants).where(one);
      return grant && { sealed: grant.sealedCredential, scopes: grant.scopes ?? [] };
    },
    async claim(sealed) {
      const free = sql`(${refreshingUntil} is null or ${refreshingUntil} <= now())`;
      const claimed = await accounts
        .update(operatorGrants)
        .set({ refreshingUntil: sql`now() + ${REFRESH.seconds} * interval '1 second'` })
        .where(and(one, free, eq(sealedCredential, sealed)))
        .returning({ id: operatorGrants.id });
      return claimed.length > 0;
    },
    release: (fresh) =>
      accounts
        .update(operatorGrants)
        .set({ refreshingUntil: null, ...(fresh && { sealedCredential: fresh }) })
        .where(one),
  };
}

/** Returns the way to tokens of one of the operator's grants. */
export function operatorTokens({ accounts, ...use }: { accounts: AccountDb } & GoogleUse, id: string) {
  return async (scope: string): Promise<string> => {
    const [grant] = await accounts.select().from(operatorGrants).where(eq(operatorGrants.id, id));
    if (!grant) throw new SourceFailure('credential_refused');
    if (grant.account === null) return consentToken(use, consentTokens(accounts, id), scope);
    return accountTokens(use, unseal(use.env, place(id), grant.sealedCredential))(scope);
  };
}

/** The grants of an operator with portfolios, or those of all others. */
const ofOwner = (reach: Reach) =>
  reach === 'all' ? isNull(operatorGrants.operatorId) : eq(operatorGrants.operatorId, reach.operatorId);

/** How many grants the operator may have. */
const MOST_GRANTS = 20;

/** Finds the grant of a service account. */
export async function grantOfAccount(accounts: AccountDb, reach: Reach, account: string) {
  const [grant] = await accounts
    .select()
    .from(operatorGrants)
    .where(and(eq(operatorGrants.account, account), ofOwner(reach)));
  return grant;
}

/** Whether there is no room for another grant. */
export const hasAllGrants = async (accounts: AccountDb, reach: Reach) =>
  (await accounts.$count(operatorGrants, ofOwner(reach))) >= MOST_GRANTS;

/** Stores the key of a service account, in place of an older key of the same account. Returns the id of the grant. */
export async function storeOperatorKey(
  tx: AccountDb,
  { env }: Pick<Deps, 'env'>,
  reach: Reach,
  { account, key }: { account: string; key: string },
) {
  const id = (await grantOfAccount(tx, reach, account))?.id ?? randomUUIDv7();
  const fields = { account, sealedCredential: seal(env, place(id), key), updatedAt: new Date() };
  await tx
    .insert(operatorGrants)
    .values({ id, operatorId: limitedOwnerOf(reach), ...fields })
    .onConflictDoUpdate({ target: operatorGrants.id, set: fields });
  return id;
}

/** Exchanges the code of a consent for a grant, or renews the one with this id. @throws SourceFailure */
export async function storeOperatorConsent(
  { accounts, ...use }: { accounts: AccountDb } & GoogleUse,
  reach: Reach,
  code: Parameters<typeof tokensOfCode>[2],
  renewed: string | undefined,
) {
  const id = renewed ?? randomUUIDv7();
  const { sealed: sealedCredential, scopes } = await tokensOfCode(use, id, code);
  const fields = { sealedCredential, scopes, refreshingUntil: null, updatedAt: new Date() };
  await accounts
    .insert(operatorGrants)
    .values({ id, operatorId: limitedOwnerOf(reach), ...fields })
    .onConflictDoUpdate({ target: operatorGrants.id, set: fields });
  return id;
}

/** Lets the broken connections of a grant be tried at once: its credential is a new one. */
export const tryAgain = ({ database }: Pick<Deps, 'database'>, reach: Reach, id: string) =>
  database
    .within(reach)
    .clients.update(connections)
    .set({ nextSyncAt: new Date() })
    .where(and(eq(connections.operatorGrantId, id), sql`${connections.status} <> 'connected'`));
