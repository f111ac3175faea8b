import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { AccountDb } from '../../db/handles.ts';
import { apiKeys, organizations } from '../../db/schema/index.ts';
import { tenantFacts } from '../../db/tenant.ts';
import { keyUseRecorder } from './security-trail.ts';
import { fingerprint, newToken } from './tokens.ts';

const PREFIX = 'pk_';
const PREFIX_LENGTH = 11;

export const isApiKey = (token: string) => token.startsWith(PREFIX);

/** Generates a key, with the hash to store and the prefix to display. */
export function newApiKey() {
  const key = `${PREFIX}${newToken()}`;
  return { key, hash: fingerprint(key), prefix: key.slice(0, PREFIX_LENGTH) };
}

/** Looks keys up by hash and records their use: the time once a minute, the address once an hour. */
export function apiKeyStore(db: AccountDb) {
  const notExpired = or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`));
  const lookUp = db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      scopes: apiKeys.scopes,
      organization: tenantFacts,
      usedRecently: sql<boolean>`coalesce(${apiKeys.lastUsedAt} > now() - interval '1 minute', false)`,
    })
    .from(apiKeys)
    .innerJoin(organizations, eq(organizations.id, apiKeys.orgId))
    .where(and(eq(apiKeys.hash, sql.placeholder('hash')), notExpired))
    .prepare('api_key_look_up');

  const recordUse = keyUseRecorder(db);

  return {
    async check(key: string, request: FastifyRequest) {
      const [found] = await lookUp.execute({ hash: fingerprint(key) });
      if (!found) return undefined;

      const { usedRecently, ...apiKey } = found;
      await recordUse(request, { ...apiKey, orgId: apiKey.organization.clientId });
      if (!usedRecently) {
        const stale = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, sql`now() - interval '1 minute'`));
        await db
          .update(apiKeys)
          .set({ lastUsedAt: sql`now()` })
          .where(and(eq(apiKeys.id, apiKey.id), stale));
      }
      return apiKey;
    },
  };
}
