import { sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { pages } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';

const CHARACTERS = 80;

// Letters that are more than a letter and a mark.
const SPELLED: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

/**
 * A title as the last part of an address: lower-case words and hyphens. Latin letters lose their accents; other scripts
 * stay as they are, since browsers show them.
 */
export function slugOf(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/(\p{sc=Latn})\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => SPELLED[letter] ?? letter);
  const words = plain.replace(/['’]/g, '').replace(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  const slug = [...words.replace(/^-/, '')].slice(0, CHARACTERS).join('').replace(/-$/, '');
  return slug || 'page';
}

/**
 * A slug that no other page of the client has: numbered from 2 on where the title's own is taken. Until the transaction
 * ends nobody else gets one, so that two who ask at once do not get the same.
 */
export async function freeSlug(tx: TenantDb, tenant: Tenant, title: string, ownId?: string) {
  // Waited for: what is sent along with it could be read before it is held.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`slugs:${tenant.clientId}`}, 0))`);

  const slug = slugOf(title);
  const others = ownId ? sql`${pages.id} <> ${ownId}` : undefined;
  const alike = sql`(${pages.slug} = ${slug} or ${pages.slug} ~ ${`^${slug}-[0-9]{1,9}$`})`;
  const numbers = sql<number>`max(coalesce(substring(${pages.slug} from '^.{' || length(${slug}) || '}-([0-9]+)$')::int, 1))`;
  const [taken] = await tx
    .select({ itself: sql<boolean | null>`bool_or(${pages.slug} = ${slug})`, last: numbers })
    .from(pages)
    .where(ownedBy(tenant, pages, alike, others));
  return taken?.itself ? `${slug}-${taken.last + 1}` : slug;
}
