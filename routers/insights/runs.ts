import { randomUUIDv7 } from 'node:crypto';
import { ExponentialBackoff, handleAll, handleWhen, retry, wrap } from 'cockatiel';
import { and, isNull, ne, sql } from 'drizzle-orm';
import { insightRuns } from '../../db/schema/index.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { InsightType, ServiceAnswer } from '../../insights/wire.ts';
import type { Deps } from '../../server/deps.ts';
import { seconds } from '../../server/durations.ts';
import { explain, type PortalError } from '../../server/errors.ts';
import { workerIsAlive } from '../../server/jobs/presence.ts';
import { service } from '../../server/services.ts';
import type { Claimed } from '../../server/trpc/committed-calls.ts';
import { type ClientEvent, eventParameters } from '../webhooks/public.ts';
import { failureFacts } from './ask/failure.ts';
import { completeRun, insertRun } from './run-statements.ts';

interface NewRun {
  tenant: Tenant;
  userId: string;
  type: InsightType;
  input: Record<string, unknown>;
  requestId: string;
  /** The claim of the question’s Idempotency-Key. */
  claimed: Claimed | undefined;
}

const NO_CLAIM = { caller: null, key: null, claim: null };

/** What an outcome leaves empty. */
const NOTHING = {
  errorCode: null,
  errorMessage: null,
  failureKind: null,
  upstreamStatus: null,
  tokensUsed: 0,
  tokensInput: null,
  tokensOutput: null,
  aiProvider: 'none',
  aiModel: 'none',
};

const successColumns = ({ metadata, ...resultData }: ServiceAnswer) => ({
  ...NOTHING,
  status: 'succeeded' as const,
  resultData,
  tokensUsed: metadata.tokens_used,
  tokensInput: metadata.tokens_input ?? null,
  tokensOutput: metadata.tokens_output ?? null,
  aiProvider: metadata.ai_provider,
  aiModel: metadata.ai_model,
});

type FailureFacts = Pick<typeof insightRuns.$inferInsert, 'failureKind' | 'upstreamStatus'>;

const failureColumns = (code: string, message: string, facts: FailureFacts) => ({
  ...NOTHING,
  status: 'failed' as const,
  resultData: { error: { code, message } },
  errorCode: code,
  errorMessage: message,
  ...facts,
});

/**
 * Records every query exactly once: a run is inserted while the question is answered and completed before the response,
 * so its id can be read at once. Without a database the response does not wait: the write is repeated in the
 * background. Runs of a stopped process are marked as failed by another.
 */
function openRunLog({ database, worker, log }: Deps) {
  const backoff = new ExponentialBackoff({ initialDelay: 100, maxDelay: seconds(5) });
  // Without a database nobody can sign in to ask, so the number of waiting writes is bounded.
  const withRetries = wrap(
    retry(
      handleWhen((error) => explain(error).status === 503),
      { maxAttempts: Number.POSITIVE_INFINITY, backoff },
    ),
    retry(handleAll, { maxAttempts: 5, backoff }),
  );
  const pending = new Set<Promise<unknown>>();
  const onFailure = (err: unknown) => log.error({ err }, 'Failed to record an insight run.');
  // Completion inserts the whole run if this failed.
  const onFailedStart = (err: unknown) => log.warn({ err }, 'An insight run is recorded only when it completes.');
  const inBackground = (work: Promise<unknown>, failed = onFailure) => {
    const logged = work.catch(failed);
    pending.add(logged);
    logged.finally(() => pending.delete(logged));
    return logged;
  };

  return {
    begin({ tenant, type, input, claimed, ...who }: NewRun) {
      const db = database.as(tenant);
      const startTime = performance.now();
      const run = { clientId: tenant.clientId, id: randomUUIDv7(), ...who, runType: type, inputParams: input, worker };
      // A handler may outlive its connection, so `settled` waits for open runs too.
      const open = Promise.withResolvers<void>();
      inBackground(open.promise);
      let databaseAnswers = true;
      const begun = inBackground(insertRun(db).execute({ ...run, startedAt: new Date() }), (err) => {
        databaseAnswers = false;
        onFailedStart(err);
      });
      const firstAttempt = Promise.withResolvers<void>();

      const complete = (outcome: ReturnType<typeof successColumns> | ReturnType<typeof failureColumns>) => {
        const executionTimeMs = Math.round(performance.now() - startTime);
        const result = { ...outcome, executionTimeMs, completedAt: new Date() };
        const { tokensUsed } = outcome;
        const answered: ClientEvent = {
          // The id of the run: a write that is repeated adds no event.
          id: run.id,
          type: 'question.answered',
          subject: run.id,
          data: { runId: run.id, questionType: type, tokensUsed, executionTimeMs },
        };
        const succeeded = outcome.status === 'succeeded';
        const events = eventParameters(succeeded ? [answered] : []);
        // A question that was not answered may be asked again.
        const claim = (succeeded && claimed) || NO_CLAIM;
        const write = () => completeRun(db).execute({ ...claim, ...run, ...result, ...events });
        const attempt = () => write().finally(firstAttempt.resolve);
        inBackground(begun.then(() => withRetries.execute(attempt)));
        open.resolve();
        return executionTimeMs;
      };

      return {
        id: run.id,
        /** Resolves after the first attempt to store the outcome; never rejects. */
        tried: begun.then(() => (databaseAnswers ? firstAttempt.promise : undefined)),
        /** `succeed` and `fail` return the duration of the query, in milliseconds. */
        succeed: (answer: ServiceAnswer) => complete(successColumns(answer)),
        fail: (error: PortalError) => complete(failureColumns(error.errorCode, error.message, failureFacts(error))),
      };
    },

    /** Marks the runs of stopped processes as failed. */
    async sweep() {
      const message = 'The portal stopped before the query was answered.';
      await database
        .asMaintenance()
        .update(insightRuns)

        .set({
          ...failureColumns('INTERRUPTED', message, { failureKind: 'interrupted' }),
          executionTimeMs: 0,
          completedAt: sql`now()`,
        })
        .where(
          and(
            isNull(insightRuns.completedAt),
            ne(insightRuns.worker, worker),
            sql`not ${workerIsAlive(insightRuns.worker)}`,
          ),
        );
    },

    /** Resolves once every started run is completed and stored. */
    async settled() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

export const runLog = service(openRunLog, ({ settled }) => settled());
