import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { AccountDb } from '../../db/handles.ts';
import { apiKeys, organizations } from '../../db/schema/index.ts';
import { tenantFacts } from '../../db/tenant.ts';
import { keyUseRecorder } from './security-trail.ts';
import { fingerprint, newToken } from './tokens.ts';

const PREFIX = 'pk_';
const SHOWN = 11;

export const isApiKey = (token: string) => token.startsWith(PREFIX);

/** A new key, shown once; what is stored of it; and the few characters by which people tell keys apart. */
export function newApiKey() {
  const key = `${PREFIX}${newToken()}`;
  return { key, hash: fingerprint(key), prefix: key.slice(0, SHOWN) };
}

/** Looks keys up by their hash, and notes when one was used: the time once a minute, the address once an hour. */
export function apiKeyring(db: AccountDb) {
  const live = or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`));
  const lookUp = db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      scopes: apiKeys.scopes,
      organization: tenantFacts,
      usedLately: sql<boolean>`coalesce(${apiKeys.lastUsedAt} > now() - interval '1 minute', false)`,
    })
    .from(apiKeys)
    .innerJoin(organizations, eq(organizations.id, apiKeys.orgId))
    .where(and(eq(apiKeys.hash, sql.placeholder('hash')), live))
    .prepare('api_key_look_up');

  const noteUse = keyUseRecorder(db);

  return {
    async check(key: string, request: FastifyRequest) {
      const [found] = await lookUp.execute({ hash: fingerprint(key) });
      if (!found) return undefined;

      const { usedLately, ...facts } = found;
      await noteUse(request, { ...facts, orgId: facts.organization.clientId });
      if (!usedLately) {
        const stale = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, sql`now() - interval '1 minute'`));
        await db
          .update(apiKeys)
          .set({ lastUsedAt: sql`now()` })
          .where(and(eq(apiKeys.id, facts.id), stale));
      }
      return facts;
    },
  };
}
