import { randomBytes } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { tenantQuery } from '../../db/prepared.ts';
import { pages } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import { isLive } from './live.ts';

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

const { slug: column } = pages;
const [slug, numbered, ownId] = ['slug', 'numbered', 'ownId'].map((name) => sql.placeholder(name));

const slugsLike = tenantQuery((db) =>
  db
    .select({
      exact: sql<boolean | null>`bool_or(${column} = ${slug})`,
      last: sql<number>`max(coalesce(substring(${column} from '^.{' || length(${slug}) || '}-([0-9]+)$')::int, 1))`,
    })
    .from(pages)
    .where(
      and(
        eq(pages.clientId, sql.placeholder('clientId')),
        isLive,
        sql`(${column} = ${slug} or ${column} ~ ${numbered}) and ${pages.id} is distinct from ${ownId}::uuid`,
      ),
    ),
);

const lockSlugs = tenantQuery((db) =>
  db
    .select({
      locked: sql`pg_advisory_xact_lock(hashtextextended('slugs:' || ${sql.placeholder('clientId')}::text, 0))`,
    })
    .from(sql`(values (true)) as nothing`),
);

/**
 * The slug if no other page of the client has it, else a numbered one, from 2. Holds a lock until the transaction ends,
 * against duplicates.
 */
export async function freeSlug(tx: TenantDb, { clientId }: Tenant, slug: string, ownId: string | null = null) {
  // Sent together, and run by the connection one after the other: the second reads under the lock.
  const [, [taken]] = await Promise.all([
    lockSlugs(tx).execute({ clientId }),
    slugsLike(tx).execute({ clientId, slug, numbered: `^${slug}-[0-9]{1,6}$`, ownId }),
  ]);
  if (!taken?.exact) return slug;
  // Titles may end in numbers too: of the highest there is no next one.
  const next = taken.last < LAST_NUMBER ? taken.last + 1 : randomBytes(6).toString('hex');
  return `${slug}-${next}`;
}
