import type { FastifyBaseLogger } from 'fastify';
import { confidenceOf } from './analysis/answers.ts';
import type { Provider } from './config.ts';
import { deterministicAnswer, recommend, type UntimedAnswer } from './deterministic.ts';
import type { Metrics } from './metrics.ts';
import { askModels, type ModelAnswer } from './models/ask.ts';
import type { InsightQuestion, InsightType } from './wire.ts';

/** Whether a type of insight is answered by an AI model where one is configured. */
export const usesModel = (type: InsightType) => type === 'nlq' || type === 'explain';

/** Combines the model's text with computed recommendations, so that priorities stay deterministic. */
function fromModel(question: InsightQuestion, { provider, draft, tokens }: ModelAnswer): UntimedAnswer {
  const { answer, sources, suggestions, confidence = confidenceOf(question.context, sources) } = draft;
  return {
    type: 'answer',
    answer,
    confidence,
    sources,
    suggestions,
    recommendations: recommend(question),
    metadata: {
      ai_provider: provider.kind,
      ai_model: provider.model,
      tokens_used: tokens.input + tokens.output,
      tokens_input: tokens.input,
      tokens_output: tokens.output,
    },
  };
}

/**
 * Answers scoring and playbook deterministically; nlq and explain by the first provider with a valid answer, otherwise
 * deterministically too. `deadline` is a value of `performance.now()`. Never rejects.
 */
export function createAnswerer(providers: Provider[], metrics: Metrics) {
  const ask = askModels(providers, metrics);

  return async (question: InsightQuestion, deadline: number, log: FastifyBaseLogger): Promise<UntimedAnswer> => {
    const { type, options } = question;
    const startTime = performance.now();
    const obstacle = providers.length === 0 ? 'unconfigured' : options.models === false ? 'not_allowed' : undefined;
    const modelAnswer = usesModel(type) && !obstacle ? await ask(question, deadline, log) : undefined;
    if (usesModel(type) && !modelAnswer) metrics.degraded(type, obstacle ?? 'unanswered');

    const answer = modelAnswer ? fromModel(question, modelAnswer) : deterministicAnswer(question, providers.length > 0);
    metrics.answered(type, modelAnswer?.provider.slot ?? 'deterministic', performance.now() - startTime);
    return answer;
  };
}
