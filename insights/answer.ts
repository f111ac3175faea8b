import type { FastifyBaseLogger } from 'fastify';
import { confidenceOf } from './analysis/answers.ts';
import type { Provider } from './config.ts';
import { deterministicAnswer, recommend, type UntimedAnswer } from './deterministic.ts';
import type { Metrics } from './metrics.ts';
import { askModels, type ModelAnswer } from './models/ask.ts';
import type { InsightQuestion, InsightType } from './wire.ts';

/** What is asked in words, and better answered in words by a model. */
export const isForModel = (type: InsightType) => type === 'nlq' || type === 'explain';

/** A model's words, with the plays that were worked out here: priorities are not a matter of opinion. */
function fromModel(question: InsightQuestion, { provider, draft, tokens }: ModelAnswer): UntimedAnswer {
  const { answer, sources, suggestions, confidence = confidenceOf(question.context, sources) } = draft;
  return {
    type: 'answer',
    answer,
    confidence,
    sources,
    suggestions,
    recommendations: recommend(question),
    metadata: { ai_provider: provider.kind, ai_model: provider.model, tokens_used: tokens },
  };
}

/**
 * Answers questions: scoring and playbook from the figures alone, nlq and explain by the first provider whose answer
 * passes, or else from the figures too. `deadline` is a moment of `performance.now()`. It never rejects.
 */
export function createAnswerer(providers: Provider[], metrics: Metrics) {
  const ask = askModels(providers, metrics);

  return async (question: InsightQuestion, deadline: number, log: FastifyBaseLogger): Promise<UntimedAnswer> => {
    const { type } = question;
    const began = performance.now();
    const told = isForModel(type) && providers.length > 0 ? await ask(question, deadline, log) : undefined;
    if (isForModel(type) && !told) metrics.degraded(type, providers.length > 0 ? 'unanswered' : 'unconfigured');

    const answer = told ? fromModel(question, told) : deterministicAnswer(question);
    metrics.answered(type, told?.provider.slot ?? 'deterministic', performance.now() - began);
    return answer;
  };
}
