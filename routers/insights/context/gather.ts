import { createHmac } from 'node:crypto';
import { encodeBase32LowerCaseNoPadding } from '@oslojs/encoding';
import type { TenantDb } from '../../../db/handles.ts';
import type { Tenant } from '../../../db/tenant.ts';
import type { InsightContext } from '../../../insights/wire.ts';
import { publishedPages } from '../../cms/public.ts';
import { ratesByEngine } from './ai-search.ts';
import { verticalOf } from './closed-lists.ts';
import { competitors } from './competitors.ts';
import { activeGoals, analytics, social, tasks, visibility } from './figures.ts';
import { reviewFigures } from './reviews.ts';
import { search } from './search.ts';
import { traffic } from './traffic.ts';

/** A stable, irreversible pseudonym of the client for the insights service. */
function pseudonym(key: string, clientId: string) {
  const digest = createHmac('sha256', key).update(clientId).digest();
  return `c_${encodeBase32LowerCaseNoPadding(digest).slice(0, 26)}`;
}

/** Collects the context of a client's questions: one statement for most parts, all sent together. */
export async function gatherContext(db: TenantDb, tenant: Tenant, pseudonymKey: string): Promise<InsightContext> {
  const [scores, visits, goals, action_items, published_posts, profiles, rated, months, peers, found] =
    await Promise.all([
      visibility(db, tenant),
      analytics(db, tenant),
      activeGoals(db, tenant),
      tasks(db, tenant),
      publishedPages(db, tenant),
      social(db, tenant),
      reviewFigures(db, tenant),
      traffic(db, tenant),
      competitors(db, tenant),
      search(db, tenant),
    ]);
  const mentions = ratesByEngine(scores);
  return {
    client_id: pseudonym(pseudonymKey, tenant.clientId),
    vertical: verticalOf(tenant.vertical),
    as_of: new Date().toISOString(),
    visibility: scores,
    analytics: visits,
    goals,
    action_items,
    content: { published_posts },
    social: profiles,
    ...(rated && { reviews: rated }),
    ...(months && { traffic: months }),
    ...(mentions && { ai_search: mentions }),
    ...(peers && { competitors: peers }),
    ...(found && { search: found }),
  };
}
