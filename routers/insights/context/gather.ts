import { createHmac } from 'node:crypto';
import { encodeBase32LowerCaseNoPadding } from '@oslojs/encoding';
import type { TenantDb } from '../../../db/handles.ts';
import type { Tenant } from '../../../db/tenant.ts';
import type { InsightContext } from '../../../insights/wire.ts';
import { publishedPages } from '../../cms/public.ts';
import { verticalOf } from './closed-lists.ts';
import { analytics, goalsUnderWay, social, tasks, visibility } from './figures.ts';

/** The name under which the insights service knows a client: the same each time, and not to be turned back. */
function pseudonym(key: string, clientId: string) {
  const digest = createHmac('sha256', key).update(clientId).digest();
  return `c_${encodeBase32LowerCaseNoPadding(digest).slice(0, 26)}`;
}

/** What the insights service may know of a client, one statement for each part, all sent together. */
export async function gatherContext(db: TenantDb, tenant: Tenant, pseudonymKey: string): Promise<InsightContext> {
  const [scores, traffic, goals, action_items, published_posts, profiles] = await Promise.all([
    visibility(db, tenant),
    analytics(db, tenant),
    goalsUnderWay(db, tenant),
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
