import { randomUUIDv7 } from 'node:crypto';
import { ExponentialBackoff, handleAll, handleWhen, retry, wrap } from 'cockatiel';
import { and, isNull, ne, sql } from 'drizzle-orm';
import { insightRuns } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { InsightAnswer, InsightType } from '../../insights/wire.ts';
import type { Deps } from '../../server/deps.ts';
import { seconds } from '../../server/durations.ts';
import { explain, type PortalError } from '../../server/errors.ts';
import { workerIsAlive } from '../../server/jobs/presence.ts';
import { service } from '../../server/services.ts';

interface Asked {
  tenant: Tenant;
  userId: string;
  type: InsightType;
  input: Record<string, unknown>;
}

const succeeded = ({ metadata, ...resultData }: InsightAnswer) => ({
  status: 'succeeded' as const,
  resultData,
  errorCode: null,
  errorMessage: null,
  tokensUsed: metadata.tokens_used,
  aiProvider: metadata.ai_provider,
  aiModel: metadata.ai_model,
});

const failed = (code: string, message: string) => ({
  status: 'failed' as const,
  resultData: { error: { code, message } },
  errorCode: code,
  errorMessage: message,
});

/**
 * The log that loses none: a run is written down while the question is on its way and completed after the answer has
 * gone out, so neither costs the caller time. A database that is away is waited for; what this process does not live
 * to complete, another one marks as failed.
 */
function openRunLog({ database, worker, log }: Deps) {
  const backoff = new ExponentialBackoff({ initialDelay: 100, maxDelay: seconds(5) });
  // While the database is away nobody gets in to ask, so those who wait for it do not grow in number.
  const patiently = wrap(
    retry(
      handleWhen((error) => explain(error).status === 503),
      { maxAttempts: Number.POSITIVE_INFINITY, backoff },
    ),
    retry(handleAll, { maxAttempts: 5, backoff }),
  );
  const writing = new Set<Promise<unknown>>();
  const inBackground = (work: Promise<unknown>) => {
    const logged = work.catch((err) => log.error({ err }, 'An insight run could not be logged.'));
    writing.add(logged);
    logged.finally(() => writing.delete(logged));
    return logged;
  };

  return {
    begin({ tenant, userId, type, input }: Asked) {
      const db = database.as(tenant);
      const started = performance.now();
      const run = { clientId: tenant.clientId, id: randomUUIDv7(), userId, runType: type, inputParams: input, worker };
      // A handler may outlive its connection: whoever waits for the log waits for what is still open too.
      const open = Promise.withResolvers<void>();
      inBackground(open.promise);
      const begun = inBackground(
        db
          .insert(insightRuns)
          .values({ ...run, startedAt: new Date() })
          .onConflictDoNothing(),
      );

      const complete = (outcome: ReturnType<typeof succeeded> | ReturnType<typeof failed>) => {
        const executionTimeMs = Math.round(performance.now() - started);
        const end = { ...outcome, executionTimeMs, completedAt: new Date() };
        const write = () =>
          db
            .insert(insightRuns)
            .values({ ...run, ...end })
            .onConflictDoUpdate({ target: [insightRuns.clientId, insightRuns.id], set: end });
        inBackground(begun.then(() => patiently.execute(write)));
        open.resolve();
        return executionTimeMs;
      };

      return {
        id: run.id,
        /** Resolves when the run is written down; it never rejects. */
        begun,
        /** Both return what the query took, in milliseconds. */
        succeed: (answer: InsightAnswer) => complete(succeeded(answer)),
        fail: (error: PortalError) => complete(failed(error.errorCode, error.message)),
      };
    },

    /** Marks the runs of processes that are gone as failed. */
    async sweep() {
      const message = 'The portal stopped before the answer came.';
      await database
        .asMaintenance()
        .update(insightRuns)
        .set({ ...failed('INTERRUPTED', message), executionTimeMs: 0, completedAt: sql`now()` })
        .where(
          and(
            isNull(insightRuns.completedAt),
            ne(insightRuns.worker, worker),
            sql`not ${workerIsAlive(insightRuns.worker)}`,
          ),
        );
    },

    /** Resolves when everything begun is ended and written. */
    async settled() {
      while (writing.size > 0) await Promise.all(writing);
    },
  };
}

export const runLog = service(openRunLog, ({ settled }) => settled());
