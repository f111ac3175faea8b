import { and, eq, gte, inArray, lte, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb, Reach } from '../../../db/handles.ts';
import { clientFacts, connections, organizations, reviews } from '../../../db/schema/index.ts';
import { service } from '../../../server/services.ts';
import { OrgId, OrgName } from '../../auth/public.ts';
import { KindName } from '../../connections/public.ts';

/** How many clients with changes are shown. */
const MOST = 100;

/** At most so many stars make a review one to look at. */
const LOW_STARS = 2;

/** Changes of a score below this are left out, in points. */
const POINTS = 1;

// Tools are read once a day, so a review may be known only a day after it was written.
const YESTERDAY = sql`date_trunc('day', now(), 'UTC') - interval '1 day'`;

export const ClientChanges = z
  .array(
    z.object({
      id: OrgId,
      name: OrgName,
      scoreChange: z
        .number()
        .nullable()
        .meta({
          description: `Change of the score by the latest scan; null where it is older, or moved it by less than ${POINTS}.`,
          example: -4.2,
        }),
      brokenConnections: z
        .array(KindName)
        .max(KindName.options.length)
        .describe('Connections that have begun to bring nothing.'),
      lowReviews: z
        .int()
        .min(0)
        .meta({ description: `New reviews of at most ${LOW_STARS} stars.`, example: 1 }),
    }),
  )
  .max(MOST)
  .describe(
    `Clients where something has changed since yesterday began in UTC, at most ${MOST}: the largest fall first.`,
  );

type ClientChange = z.input<typeof ClientChanges>[number];

/** What is broken or new at clients. Handlers of the operator have no handle that reads the rows of several clients. */
export const portfolioWatch = service(({ database }) => async (reach: Reach, ids: string[]) => {
  const db = database.within(reach).clients;
  const [broken, low] = await Promise.all([
    db
      .select({
        id: connections.clientId,
        kinds: sql<string[]>`coalesce(array_agg(${connections.kind} order by ${connections.kind})
          filter (where ${connections.since} >= ${YESTERDAY}), '{}')`,
      })
      .from(connections)
      .where(and(inArray(connections.clientId, ids), ne(connections.status, 'connected')))
      .groupBy(connections.clientId),
    db
      .select({ id: reviews.clientId, count: sql<number>`count(*)::int` })
      .from(reviews)
      .where(and(inArray(reviews.clientId, ids), gte(reviews.publishedAt, YESTERDAY), lte(reviews.rating, LOW_STARS)))
      .groupBy(reviews.clientId),
  ]);
  return {
    /** How many clients have a connection that brings nothing. */
    failing: broken.length,
    broken: new Map(broken.map(({ id, kinds }) => [id, KindName.options.filter((kind) => kinds.includes(kind))])),
    low: new Map(low.map(({ id, count }) => [id, count])),
  };
});

type Watched = Awaited<ReturnType<ReturnType<(typeof portfolioWatch)['open']>>>;

/** The clients of these ids where something has changed since yesterday. */
export async function changesOf(db: AccountDb, ids: string[], { broken, low }: Watched): Promise<ClientChange[]> {
  if (ids.length === 0) return [];
  const clients = await db
    .select({
      id: organizations.id,
      name: organizations.name,
      scoreChange: sql<number | null>`case when ${clientFacts.lastScanAt} >= ${YESTERDAY}
        and abs(${clientFacts.change}) >= ${POINTS} then ${clientFacts.change} end`,
    })
    .from(organizations)
    .innerJoin(clientFacts, eq(clientFacts.orgId, organizations.id))
    .where(inArray(organizations.id, ids))
    .orderBy(organizations.id);
  return clients
    .map((client) => ({
      ...client,
      brokenConnections: broken.get(client.id) ?? [],
      lowReviews: low.get(client.id) ?? 0,
    }))
    .filter(
      ({ scoreChange, brokenConnections, lowReviews }) =>
        scoreChange !== null || brokenConnections.length > 0 || lowReviews > 0,
    )
    .sort((one, other) => (one.scoreChange ?? 0) - (other.scoreChange ?? 0))
    .slice(0, MOST);
}
