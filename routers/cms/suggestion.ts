import { and, eq, ne } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { contentSuggestions } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { editRecord } from '../records/people-changes.ts';

/**
 * Locks the suggestion that a page was made of, before any other lock of a publication. The returned function marks it
 * as published, as the last statement of the transaction: it holds the organization's row.
 */
export async function markPublished(tx: TenantDb, tenant: Tenant, pageId: string, userId: string) {
  const { pageId: itsPage, status } = contentSuggestions;
  const [suggestion] = await tx
    .select({ id: contentSuggestions.id })
    .from(contentSuggestions)
    .where(ownedBy(tenant, contentSuggestions, and(eq(itsPage, pageId), ne(status, 'published'))))
    .for('no key update');
  if (!suggestion) return undefined;
  const subject = { type: 'suggestion', table: contentSuggestions, id: suggestion.id, userId };
  return () => editRecord(tx, tenant, subject, { status: 'published' });
}
