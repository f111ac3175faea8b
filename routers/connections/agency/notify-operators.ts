import { and, eq, isNull, lte, not, or, sql } from 'drizzle-orm';
import { operatorGrants, operators, users } from '../../../db/schema/index.ts';
import type { Deps } from '../../../server/deps.ts';
import { days } from '../../../server/durations.ts';
import { kindNamed } from '../kinds/index.ts';
import { operatorConnectionsFailedMail } from '../mails.ts';
import type { ProblemName } from '../problems.ts';

export interface FailedConnection {
  clientId: string;
  id: string;
  kind: string;
  label: string;
  problem: string | null;
}

/** The failures of a mail: how many clients each concerns. It names no client, so that erasure need not find it. */
function countFailures(failed: FailedConnection[]) {
  const byCause = Map.groupBy(failed, ({ kind, problem }) => `${kind} ${problem}`);
  return [...byCause.values()].flatMap((of) => {
    const [{ kind, problem } = { kind: '', problem: null }] = of;
    const clients = new Set(of.map(({ clientId }) => clientId)).size;
    return problem === null ? [] : [{ tool: kindNamed(kind)?.tool ?? kind, problem: problem as ProblemName, clients }];
  });
}

/**
 * Queues one mail to operators about failed connections of a grant, at most one a day: a credential that ends breaks
 * hundreds. Returns when they are to be told instead, if they were today.
 */
export function notifyOperators(
  { database, mail }: Pick<Deps, 'database' | 'mail'>,
  id: string,
  failed: FailedConnection[],
) {
  return database.accounts.transaction(async (tx) => {
    const isFirst = or(isNull(operatorGrants.toldAt), lte(operatorGrants.toldAt, sql`now() - interval '1 day'`));
    const failures = countFailures(failed);
    const [grant] = await tx.select().from(operatorGrants).where(eq(operatorGrants.id, id)).for('update');
    if (!grant || failures.length === 0) return null;
    const [due] = await tx
      .update(operatorGrants)
      .set({ toldAt: new Date() })
      .where(and(eq(operatorGrants.id, id), isFirst))
      .returning({ id: operatorGrants.id });
    if (!due) return new Date((grant.toldAt?.getTime() ?? 0) + days(1));
    const told = await tx
      .select({ email: users.email })
      .from(operators)
      .innerJoin(users, eq(users.id, operators.userId))
      // Those with portfolios are told of what is theirs.
      .where(
        and(
          eq(operators.role, 'operator'),
          eq(users.emailVerified, true),
          or(not(operators.limited), grant.operatorId ? eq(operators.userId, grant.operatorId) : undefined),
        ),
      );
    const text = operatorConnectionsFailedMail({ account: grant.account, failures });
    for (const { email } of told) await mail.queue(tx, email, text);
    return null;
  });
}
