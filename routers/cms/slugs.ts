import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { pages } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import { livePages } from './live.ts';

const MAX_CHARACTERS = 80;
const LAST_NUMBER = 999_999;

// Letters without a Unicode decomposition.
const TRANSLITERATED: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** The slug of a title: lower-case words and hyphens, Latin letters without accents, other scripts unchanged. */
export function slugOf(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/(\p{sc=Latn})\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => TRANSLITERATED[letter] ?? letter);
  const words = plain.replace(/['’]/g, '').replace(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  const slug = [...words.replace(/^-/, '')].slice(0, MAX_CHARACTERS).join('').replace(/-$/, '');
  return slug || 'page';
}

/** A slug unique within the client, numbered from 2. Holds a lock until the transaction ends, against duplicates. */
export async function freeSlug(tx: TenantDb, tenant: Tenant, title: string, ownId?: string) {
  // Awaited: a query sent in parallel could read before the lock is held.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`slugs:${tenant.clientId}`}, 0))`);

  const slug = slugOf(title);
  const isOther = ownId ? sql`${pages.id} <> ${ownId}` : undefined;
  const alike = sql`(${pages.slug} = ${slug} or ${pages.slug} ~ ${`^${slug}-[0-9]{1,6}$`})`;
  const numbers = sql<number>`max(coalesce(substring(${pages.slug} from '^.{' || length(${slug}) || '}-([0-9]+)$')::int, 1))`;
  const [taken] = await tx
    .select({ exact: sql<boolean | null>`bool_or(${pages.slug} = ${slug})`, last: numbers })
    .from(pages)
    .where(livePages(tenant, alike, isOther));
  if (!taken?.exact) return slug;
  // Titles may end in numbers too: of the highest there is no next one.
  const next = taken.last < LAST_NUMBER ? taken.last + 1 : randomBytes(6).toString('hex');
  return `${slug}-${next}`;
}
