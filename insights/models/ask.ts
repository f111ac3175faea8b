import type { FastifyBaseLogger } from 'fastify';
import { inSpan } from '../../telemetry/span.ts';
import type { Provider } from '../config.ts';
import type { AttemptFailure, Metrics } from '../metrics.ts';
import type { InsightContext, InsightQuestion } from '../wire.ts';
import { circuitBreaker } from './circuit-breaker.ts';
import { checkDraft, type Draft, DraftRejected } from './draft.ts';
import { ProviderError } from './failure.ts';
import { buildPrompt, type Prompt } from './prompt.ts';

/** Share of the remaining time for a provider that has a fallback. */
const TIME_SHARE = 0.6;
/** Milliseconds kept for work after the call, at most a tenth of the total. */
const RESERVE = 250;
/** Minimum time for a call, in milliseconds. */
const MIN_TIME = 20;
/** Concurrent questions; each may hold a response of 1 MiB. */
const MAX_CONCURRENT = 64;

export interface ModelAnswer {
  provider: Provider;
  draft: Draft;
  tokens: { input: number; output: number };
}

/** The reason of a failure, without any text of the provider. */
function failureReason(error: unknown): AttemptFailure {
  if (error instanceof DraftRejected) return { outcome: 'rejected', reason: error.flaw };
  return { outcome: 'failed', reason: error instanceof ProviderError ? error.kind : 'unreadable' };
}

/** Prompts and answers are not for traces. */
const spanOfCall = ({ kind, model, slot }: Provider) => ({
  kind: 'client' as const,
  attributes: {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': kind,
    'gen_ai.request.model': model,
    'portal.provider.slot': slot,
  },
});

/** Returns a function that asks one provider once; it resolves to undefined without a valid answer. */
function createCaller(provider: Provider, metrics: Metrics) {
  // Loaded on demand: the SDK costs 200 ms and 40 MB.
  const opening = import('./provider.ts').then(({ openProvider }) => openProvider(provider));
  const breaker = circuitBreaker();
  const { slot } = provider;

  return async (
    prompt: Prompt,
    context: InsightContext,
    timeout: number,
    log: FastifyBaseLogger,
  ): Promise<ModelAnswer | undefined> => {
    const finish = metrics.attempt(slot);
    try {
      if (breaker.isOpen()) throw new ProviderError('resting');
      const callProvider = await opening;
      const { draft, tokens } = await inSpan(`chat ${provider.model}`, spanOfCall(provider), () =>
        callProvider(prompt, AbortSignal.timeout(timeout)),
      );
      breaker.record('response');
      metrics.tokens(slot, tokens);
      const answer = { provider, draft: checkDraft(draft, context), tokens };
      finish({ outcome: 'answered' });
      return answer;
    } catch (error) {
      const failure = failureReason(error);
      if (failure.reason !== 'resting') breaker.record(failure.reason === 'timeout' ? 'timeout' : 'response');
      finish(failure);
      const status = error instanceof ProviderError ? error.status : undefined;
      log.warn({ provider: slot, ...failure, status }, 'A provider returned no valid answer.');
      return undefined;
    }
  };
}

/**
 * Asks the providers in turn until one returns a valid answer; undefined if none does before the deadline, a value of
 * `performance.now()`. All but the last get a share of the time, which leaves some for the next.
 */
export function askModels(providers: Provider[], metrics: Metrics) {
  const callers = providers.map((provider) => createCaller(provider, metrics));
  let active = 0;

  async function askInTurn(question: InsightQuestion, deadline: number, log: FastifyBaseLogger) {
    const prompt = buildPrompt(question);
    const end = deadline - Math.min(RESERVE, (deadline - performance.now()) / 10);
    for (const [index, ask] of callers.entries()) {
      const remaining = end - performance.now();
      const timeout = Math.floor(index < callers.length - 1 ? remaining * TIME_SHARE : remaining);
      if (timeout < MIN_TIME) return undefined;

      if (index > 0) metrics.failedOver();
      const answer = await ask(prompt, question.context, timeout, log);
      if (answer) return answer;
    }
    return undefined;
  }

  return async (...args: Parameters<typeof askInTurn>): Promise<ModelAnswer | undefined> => {
    if (active >= MAX_CONCURRENT) return undefined;
    active++;
    return askInTurn(...args).finally(() => {
      active--;
    });
  };
}
