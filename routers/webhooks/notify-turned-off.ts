import { and, eq, lte, sql } from 'drizzle-orm';
import { webhooks } from '../../db/schema/index.ts';
import type { Deps } from '../../server/deps.ts';
import { administratorsOf } from '../../server/identity/administrators.ts';
import { webhookOffMail } from './mails.ts';

/**
 * Tells the administrators of webhooks that the portal turned off. One process tells; another takes over if it dies.
 */
export async function notifyTurnedOff({ database, mail }: Pick<Deps, 'database' | 'mail'>) {
  const db = database.asMaintenance();
  const claimed = await db
    .update(webhooks)
    .set({ tellAt: sql`now() + interval '5 minutes'` })
    .where(lte(webhooks.tellAt, sql`now()`))
    .returning({ clientId: webhooks.clientId, id: webhooks.id, url: webhooks.url });
  for (const { clientId, id, url } of claimed) {
    await database.accounts.transaction(async (tx) => {
      for (const email of await administratorsOf(tx, clientId))
        await mail.queue(tx, email, { ...webhookOffMail(url), about: clientId });
    });
    await db
      .update(webhooks)
      .set({ tellAt: null })
      .where(and(eq(webhooks.clientId, clientId), eq(webhooks.id, id)));
  }
}
