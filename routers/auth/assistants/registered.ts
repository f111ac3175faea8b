import { and, eq, lt, notExists, sql } from 'drizzle-orm';
import type { AccountDb } from '../../../db/handles.ts';
import { assistantGrants, assistants } from '../../../db/schema/index.ts';
import { fairQueue } from '../../../flow/fair-queue.ts';
import { days } from '../../../server/durations.ts';
import type { Env } from '../../../server/env.ts';
import { isDocumentAddress, readClientDocument } from './client-document.ts';

/** How long a document is kept, and how long an assistant that nobody uses. Milliseconds. */
const KEPT = { document: days(1), unused: days(30) };

/** Documents that are read at once: each may take five seconds of an address that a stranger has named. */
const reading = fairQueue({ atOnce: 8, perKey: 2, waiting: 8 });

export type RegisteredAssistant = typeof assistants.$inferSelect;

interface Place {
  db: AccountDb;
  env: Pick<Env, 'production'>;
  /** Who asks, by whom the reading of documents takes turns. */
  network: string;
  /** Counts the reading of a document against the limit of registrations. @throws RATE_LIMITED */
  count: () => Promise<void>;
}

/** An assistant by its id; undefined where it is unknown, or its document cannot be read. @throws QueueFull */
export async function findAssistant(
  { db, env, network, count }: Place,
  id: string,
): Promise<RegisteredAssistant | undefined> {
  const [known] = await db.select().from(assistants).where(eq(assistants.id, id));
  const isFresh = known && Date.now() - known.seenAt.getTime() < KEPT.document;
  if (known && (isFresh || !known.documented)) return known;
  if (!isDocumentAddress(env, id)) return undefined;

  await count();
  const facts = await reading.run(network, () => readClientDocument(env, id));
  if (!facts) return undefined;
  const read = { ...facts, seenAt: new Date() };
  const [assistant] = await db
    .insert(assistants)
    .values({ id, documented: true, ...read })
    .onConflictDoUpdate({ target: assistants.id, set: read })
    .returning();
  return assistant;
}

/** Deletes assistants that nobody has let in for a month. */
export const sweepAssistants = (db: AccountDb) =>
  db
    .delete(assistants)
    .where(
      and(
        lt(assistants.seenAt, sql`now() - ${KEPT.unused} * interval '1 ms'`),
        notExists(db.select().from(assistantGrants).where(eq(assistantGrants.assistantId, assistants.id))),
      ),
    );
