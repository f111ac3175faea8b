import { sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { type Audit, pages, pageVersions, reviews } from '../../db/schema/index.ts';
import { plusDays } from '../../routers/values/days.ts';
import { seedPeople, tenant } from '../seed.ts';
import { type Attack, inLoops, mustSucceed } from './attack.ts';
import { answersAtMost, growthAtMost, noFailures, p99AtMost } from './bounds.ts';
import { signedIn } from './clients.ts';

// Answers that are large because of what is stored: JSON needs six bytes for a control character.

const CONTROL = '\u0001';

const REVIEWS = { count: 200, characters: 10_000 };
const QUERIES = { usual: 2000, quick: 200, atOnce: 4 };

const seedLongReviews = ({ as }: Database, clientId: string) =>
  as(tenant(clientId)).execute(sql`
    insert into ${reviews} (client_id, id, external_id, source, rating, text, published_at, responded, updated_at)
    select ${clientId}::uuid, gen_random_uuid(), 'review-' || n, 'google', 1 + n % 5,
      repeat(${CONTROL}, ${REVIEWS.characters}::int), now() - n * interval '1 minute', true, now()
    from generate_series(1, ${REVIEWS.count}::int) as n`);

const longReviews: Attack = {
  name: 'reviews',
  title: '200 reviews of 10,000 control characters, queries of 3 clients from another day each time, 4 at a time',
  clients: 3,
  async prepare(database, clients) {
    for (const { id } of clients) await seedLongReviews(database, id);
    return [];
  },
  ends: true,
  async run({ call, client, signal, quick }) {
    const today = new Date().toISOString().slice(0, 10);
    let left = quick ? QUERIES.quick : QUERIES.usual;
    const query = () => {
      left--;
      const path = `/api/analytics/reviews?limit=200&from=${plusDays(today, -2 - left)}`;
      return call({ path, headers: signedIn(client(left)) });
    };
    mustSucceed(await query(), 'The reviews');
    await Promise.all(
      Array.from({ length: QUERIES.atOnce }, async () => {
        while (left > 0 && !signal.aborted) await query();
      }),
    );
  },
  bounds: [growthAtMost(150), answersAtMost(4), noFailures],
};

const VERSIONS = { count: 23, characters: 170_000 };
const CALLS = 20;
const LOOPS = 4;

/** Creates a page whose history is 23 MB of JSON. */
async function seedLongPage(database: Database, clientId: string) {
  const db = database.as(tenant(clientId));
  const [person] = await seedPeople(database, clientId, 1);
  const none = {
    seoScore: 0,
    contentScore: 0,
    overallScore: 0,
    audits: { seo: [] as Audit[], content: [] as Audit[] },
  };
  const facts = {
    opening: '',
    words: 0,
    readingEase: null,
    gradeLevel: null,
    headings: { count: 0, misplaced: 0, firstMisplaced: null, text: '' },
    links: { count: 0, vague: 0, firstVague: null },
    images: { count: 0, missingAlt: 0 },
    longestStretch: 0,
    frequent: {},
  };
  const text = { title: 'Control characters', content: CONTROL.repeat(VERSIONS.characters), clientId };
  const [page] = await db
    .insert(pages)
    .values({
      ...text,
      slug: 'control-characters',
      contentFormat: 'markdown',
      contentHtml: '',
      rendering: 1,
      wordCount: 0,
      excerpt: '',
      facts,
      ...none,
      version: VERSIONS.count,
    })
    .returning({ id: pages.id });
  if (!page || !person) throw new Error('The page was not inserted.');
  for (let version = 1; version <= VERSIONS.count; version++)
    await db.insert(pageVersions).values({
      ...text,
      pageId: page.id,
      version,
      size: VERSIONS.characters,
      status: 'draft',
      tags: [],
      changed: ['content'],
    });
  return page.id;
}

const longVersions: Attack = {
  name: 'versions',
  title: `a page with 23 versions of 170,000 control characters, its history ${CALLS} times in a batch, ${LOOPS} at a time`,
  clients: 1,
  prepare: async (database, [client]) => [await seedLongPage(database, client?.id ?? '')],
  async run(stage) {
    const { call, client, prepared } = stage;
    const headers = signedIn(client(0));
    const id = prepared(0);
    mustSucceed(await call({ path: `/api/cms/pages/${id}/versions`, headers }), 'The history');

    const inputs = Object.fromEntries(Array.from({ length: CALLS }, (_, n) => [n, { id }]));
    const names = Array.from({ length: CALLS }, () => 'cms.pages.versions').join();
    const path = `/trpc/${names}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`;
    await inLoops(stage, LOOPS, () => call({ path, headers }));
  },
  bounds: [answersAtMost(8), p99AtMost(250), noFailures],
};

export const answerAttacks = [longReviews, longVersions];
