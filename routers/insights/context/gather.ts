import { createHmac } from 'node:crypto';
import { encodeBase32LowerCaseNoPadding } from '@oslojs/encoding';
import type { TenantDb } from '../../../db/handles.ts';
import type { Tenant } from '../../../db/tenant.ts';
import type { InsightContext } from '../../../insights/wire.ts';
import { publishedPages } from '../../cms/public.ts';
import { verticalOf } from './closed-lists.ts';
import { activeGoals, analytics, social, tasks, visibility } from './figures.ts';

/** A stable, irreversible pseudonym of the client for the insights service. */
function pseudonym(key: string, clientId: string) {
  const digest = createHmac('sha256', key).update(clientId).digest();
  return `c_${encodeBase32LowerCaseNoPadding(digest).slice(0, 26)}`;
}

/** Collects the context of a client's questions: one statement per part, all sent together. */
export async function gatherContext(db: TenantDb, tenant: Tenant, pseudonymKey: string): Promise<InsightContext> {
  const [scores, traffic, goals, action_items, published_posts, profiles] = await Promise.all([
    visibility(db, tenant),
    analytics(db, tenant),
    activeGoals(db, tenant),
    tasks(db, tenant),
    publishedPages(db, tenant),
    social(db, tenant),
  ]);
  return {
    client_id: pseudonym(pseudonymKey, tenant.clientId),
    vertical: verticalOf(tenant.vertical),
    as_of: new Date().toISOString(),
    visibility: scores,
    analytics: traffic,
    goals,
    action_items,
    content: { published_posts },
    social: profiles,
  };
}
