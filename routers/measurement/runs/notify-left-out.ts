import { and, eq, lte, sql } from 'drizzle-orm';
import { measurements, organizations } from '../../../db/schema/index.ts';
import type { Deps } from '../../../server/deps.ts';
import { administratorsOf } from '../../../server/identity/administrators.ts';
import { runLeftOutMail } from '../mails.ts';
import type { LeftOut } from '../shapes.ts';

/** Tells administrators of scheduled runs that were left out. One process tells; another takes over if it dies. */
export async function notifyLeftOut({ database, mail }: Pick<Deps, 'database' | 'mail'>): Promise<void> {
  const db = database.asMaintenance();
  const { clientId, leftOut, tellAt } = measurements;
  const claimed = await db
    .update(measurements)
    .set({ tellAt: sql`now() + interval '5 minutes'` })
    .where(lte(tellAt, sql`now()`))
    .returning({ clientId, leftOut, tellAt });
  for (const told of claimed) {
    await database.accounts.transaction(async (tx) => {
      const [client] = await tx
        .select({ organization: organizations.name })
        .from(organizations)
        .where(and(eq(organizations.id, told.clientId), eq(organizations.status, 'active')));
      if (!client || !told.leftOut) return;
      const text = runLeftOutMail({ ...client, reason: told.leftOut as LeftOut });
      for (const email of await administratorsOf(tx, told.clientId))
        await mail.queue(tx, email, { ...text, about: told.clientId });
    });
    await db.update(measurements).set({ tellAt: null }).where(eq(clientId, told.clientId));
  }
}
