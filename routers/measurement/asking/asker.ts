import type { Deps } from '../../../server/deps.ts';
import { findTenant } from '../../../server/identity/find-tenant.ts';
import { service } from '../../../server/services.ts';
import { budgets, countCalls } from '../budget.ts';
import { EngineFailure } from '../engines/failure.ts';
import { engines } from '../engines/index.ts';
import { accessOf, availableEngines, type EngineName } from '../engines/names.ts';
import { knownForReading } from '../reading/known.ts';
import { readAnswer } from '../reading/read-answer.ts';
import { claimCall, type EngineCallRow, usedOrReserved } from './claim.ts';
import { heldEngines, holdEngine } from './holds.ts';
import { recordAnswer, recordCallFailure } from './record.ts';

const SPENT = 'The answers of the month are used up.';

/** Asks the engines what waits, a call at a time for each client, and stores each answer when it comes. */
function openAsker({ database, env, log, worker, use }: Deps) {
  const db = database.asMaintenance();
  const running = new Set<Promise<void>>();
  const closing = new AbortController();

  /** @throws EngineFailure where a further call does not fit the budget beside the first tries, which are reserved */
  async function requireBudget(call: EngineCallRow) {
    const { answers: budget } = await use(budgets).of(call.clientId);
    if ((await usedOrReserved(db, call)) > budget) throw new EngineFailure('refused', SPENT);
  }

  async function read(call: EngineCallRow, answer: Parameters<typeof readAnswer>[0]) {
    const tenant = await findTenant(database.accounts, call.clientId);
    if (!tenant) throw new EngineFailure('lost', 'The client is gone.');
    return readAnswer(answer, await knownForReading(database.as(tenant), tenant, call.runId));
  }

  async function ask(engine: EngineName, call: EngineCallRow) {
    const { prompt: text, language, place } = call;
    const another = async () => {
      await countCalls(db, call, 1);
      await requireBudget(call);
    };
    try {
      if (call.tries > 0) await requireBudget(call);
      const access = { ...accessOf(env, engine), model: call.askedModel };
      const how = { access, another, signal: closing.signal };
      const answer = await engines[engine].ask({ text, language, place }, how);
      await recordAnswer(db, call, answer, await read(call, { text: answer.text, citations: answer.citations }));
    } catch (error) {
      // What a process that ends has sent counts as lost: another one returns it.
      if (closing.signal.aborted) return;
      if (!(error instanceof EngineFailure)) throw error;
      const isLimited = error.kind === 'limited';
      const until = isLimited ? await holdEngine(database.accounts, engine, error.retryAfter) : undefined;
      await recordCallFailure(db, call, error, until);
    }
  }

  /** Runs work beside the search, so that a slow engine keeps no other waiting. */
  function beside(engine: EngineName, call: EngineCallRow) {
    const ended: Promise<void> = ask(engine, call)
      .catch((err) => log.warn({ err, run: call.runId }, 'An answer could not be stored.'))
      .finally(() => {
        running.delete(ended);
        if (!closing.signal.aborted)
          startCalls(engine).catch((err) => log.warn({ err }, 'Waiting calls could not be found.'));
      });
    running.add(ended);
  }

  async function startCalls(engine: EngineName) {
    if ((await heldEngines(database.accounts)).has(engine)) return;
    while (!closing.signal.aborted) {
      const call = await claimCall(db, { engine, worker, atOnce: env.ENGINE_CONCURRENCY });
      if (!call) return;
      beside(engine, call);
    }
  }

  return {
    /** Starts the calls that are due. */
    async askDue() {
      for (const engine of availableEngines(env)) await startCalls(engine);
    },
    async close() {
      closing.abort();
      await Promise.allSettled(running);
    },
  };
}

export const asker = service(openAsker, (opened) => opened.close());
