import { createHmac } from 'node:crypto';
import { encodeBase32LowerCaseNoPadding } from '@oslojs/encoding';
import { desc, sql } from 'drizzle-orm';
import type { Db } from '../../db/connection.ts';
import { hot } from '../../db/hot.ts';
import { scoreRuns } from '../../db/schema/index.ts';
import { type Context, SCORE_KEYS, type ScoreKey } from '../../insights/wire.ts';
import { oneDecimal } from '../rounding.ts';
import type { Tenant } from '../tenant.ts';
import { verticalOf } from './verticals.ts';

/** The name under which the insights service knows a client: the same each time, and not to be turned back. */
function pseudonym(key: string, clientId: string) {
  const digest = createHmac('sha256', key).update(clientId).digest();
  return `c_${encodeBase32LowerCaseNoPadding(digest).slice(0, 26)}`;
}

const latestTwo = hot((db) =>
  db
    .select()
    .from(scoreRuns)
    .where(sql`${scoreRuns.clientId} = ${sql.placeholder('clientId')}`)
    .orderBy(desc(scoreRuns.completedAt), desc(scoreRuns.id))
    .limit(2),
);

const known = new Set<string>(SCORE_KEYS);
const keyOf = (key: string): ScoreKey => (known.has(key) ? (key as ScoreKey) : 'other');
/** Takes out of a part what may leave, and says how it moved since it was seen among those before. */
const partOf =
  (before: { key: string; score: number }[] = []) =>
  ({ key, score, weight }: { key: string; score: number; weight: number }) => {
    const then = before.find((part) => part.key === key);
    return { key: keyOf(key), score, weight, change: then ? oneDecimal(score - then.score) : null };
  };

/** What the insights service may know of a client: figures and values from closed lists, nothing that anybody wrote. */
export async function gatherContext(db: Db, tenant: Tenant, pseudonymKey: string): Promise<Context> {
  const [latest, before] = await latestTwo(db).execute({ clientId: tenant.clientId });
  return {
    client_id: pseudonym(pseudonymKey, tenant.clientId),
    vertical: verticalOf(tenant.vertical),
    as_of: new Date().toISOString(),
    visibility: latest
      ? {
          overall: { raw_score: latest.rawScore, dynamic_score: latest.dynamicScore, confidence: latest.confidence },
          change: before ? oneDecimal(latest.dynamicScore - before.dynamicScore) : null,
          tiers: latest.tiers.map(partOf(before?.tiers)),
          components: latest.components.map(partOf(before?.components)),
          calculated_at: latest.completedAt.toISOString(),
        }
      : null,
    analytics: { period_days: 30, sessions: 0, users: 0, pageviews: 0, engagement_rate: 0, conversions: 0 },
    goals: [],
    action_items: { open: 0, overdue: 0, by_priority: { high: 0, medium: 0, low: 0 } },
    content: { published_posts: 0 },
    social: { reach: 0, engagement: 0 },
  };
}
