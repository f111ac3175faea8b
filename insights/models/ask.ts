import type { FastifyBaseLogger } from 'fastify';
import type { Provider } from '../config.ts';
import type { AttemptFailure, Metrics } from '../metrics.ts';
import type { InsightContext, InsightQuestion } from '../wire.ts';
import { patience } from './circuit-breaker.ts';
import { checkDraft, type Draft, DraftRejected } from './draft.ts';
import { ProviderError } from './failure.ts';
import { buildPrompt, type Prompt } from './prompt.ts';

/** Of the time that is left, what a provider gets that has another one behind it. */
const SHARE = 0.6;
/** Kept for what is done beside the asking, in milliseconds, and at most a tenth of the whole. */
const RESERVE = 250;
/** With less than this nobody is asked. */
const LEAST = 20;
/** Questions at once; each may hold an answer of 1 MiB. */
const AT_ONCE = 64;

export interface ModelAnswer {
  provider: Provider;
  draft: Draft;
  tokens: number;
}

/** What may be known of a failure: never a text of the provider's. */
function endOf(error: unknown): AttemptFailure {
  if (error instanceof DraftRejected) return { outcome: 'rejected', reason: error.flaw };
  return { outcome: 'failed', reason: error instanceof ProviderError ? error.kind : 'unreadable' };
}

/** One provider. The function returned asks it once, for so many milliseconds; undefined when nothing good comes. */
function respondent(provider: Provider, metrics: Metrics) {
  // Loaded only where there is a provider: it costs 200 ms and 40 MB.
  const opening = import('./provider.ts').then(({ openProvider }) => openProvider(provider));
  const ours = patience();
  const { slot } = provider;

  return async (
    prompt: Prompt,
    context: InsightContext,
    share: number,
    log: FastifyBaseLogger,
  ): Promise<ModelAnswer | undefined> => {
    const ended = metrics.attempt(slot);
    try {
      if (ours.isOver()) throw new ProviderError('resting');
      const write = await opening;
      const { draft, tokens } = await write(prompt, AbortSignal.timeout(share));
      ours.saw('sign of life');
      metrics.tokens(slot, tokens);
      const told = { provider, draft: checkDraft(draft, context), tokens: tokens.input + tokens.output };
      ended({ outcome: 'answered' });
      return told;
    } catch (error) {
      const end = endOf(error);
      if (end.reason !== 'resting') ours.saw(end.reason === 'timeout' ? 'silence' : 'sign of life');
      ended(end);
      const status = error instanceof ProviderError ? error.status : undefined;
      log.warn({ provider: slot, ...end, status }, 'A provider gave no answer that can be used.');
      return undefined;
    }
  };
}

/**
 * Asks the providers one after another until one gives an answer that passes; undefined when none does by the deadline,
 * a moment of `performance.now()`. All but the last get a share of the time, so that a silent one leaves some.
 */
export function askModels(providers: Provider[], metrics: Metrics) {
  const respondents = providers.map((provider) => respondent(provider, metrics));
  let underWay = 0;

  async function askInTurn(question: InsightQuestion, deadline: number, log: FastifyBaseLogger) {
    const prompt = buildPrompt(question);
    const end = deadline - Math.min(RESERVE, (deadline - performance.now()) / 10);
    for (const [index, ask] of respondents.entries()) {
      const left = end - performance.now();
      const share = Math.floor(index < respondents.length - 1 ? left * SHARE : left);
      if (share < LEAST) return undefined;

      if (index > 0) metrics.failedOver();
      const told = await ask(prompt, question.context, share, log);
      if (told) return told;
    }
    return undefined;
  }

  return async (...asked: Parameters<typeof askInTurn>): Promise<ModelAnswer | undefined> => {
    if (underWay >= AT_ONCE) return undefined;
    underWay++;
    return askInTurn(...asked).finally(() => {
      underWay--;
    });
  };
}
