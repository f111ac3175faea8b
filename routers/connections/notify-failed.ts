import { and, eq, lte, sql } from 'drizzle-orm';
import { connections } from '../../db/schema/index.ts';
import type { Deps } from '../../server/deps.ts';
import { administratorsOf } from '../../server/identity/administrators.ts';
import { type FailedConnection, notifyOperators } from './agency/notify-operators.ts';
import { kindNamed } from './kinds/index.ts';
import { connectionFailedMail } from './mails.ts';
import type { ProblemName } from './problems.ts';

type Platform = Pick<Deps, 'database' | 'mail'>;

/** Queues a mail to the administrators of the client. */
async function notifyAdmins({ database, mail }: Platform, failed: FailedConnection) {
  await database.accounts.transaction(async (tx) => {
    const told = { tool: kindNamed(failed.kind)?.tool ?? failed.kind, label: failed.label };
    const text = connectionFailedMail({ ...told, problem: failed.problem as ProblemName });
    for (const email of await administratorsOf(tx, failed.clientId))
      await mail.queue(tx, email, { ...text, about: failed.clientId });
  });
}

/** Tells administrators of connections that fail, or operators of theirs. If the process dies, another tells. */
export async function notifyFailed(deps: Platform) {
  const db = deps.database.asMaintenance();
  const { clientId, id, kind, label, problem, operatorGrantId } = connections;
  const claimed = await db
    .update(connections)
    .set({ tellAt: sql`now() + interval '5 minutes'` })
    .where(lte(connections.tellAt, sql`now()`))
    .returning({ clientId, id, kind, label, problem, operatorGrantId });
  const told = (failed: FailedConnection, next: Date | null = null) =>
    db
      .update(connections)
      .set({ tellAt: next })
      .where(and(eq(clientId, failed.clientId), eq(id, failed.id)));

  for (const failed of claimed.filter((one) => one.operatorGrantId === null)) {
    if (failed.problem) await notifyAdmins(deps, failed);
    await told(failed);
  }
  const ofGrants = Map.groupBy(
    claimed.filter((one) => one.operatorGrantId !== null),
    (one) => one.operatorGrantId ?? '',
  );
  for (const [grantId, failed] of ofGrants) {
    const next = await notifyOperators(deps, grantId, failed);
    for (const one of failed) await told(one, next);
  }
}
