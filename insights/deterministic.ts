import { analyzeScores, introducePlaybook, recommendationsFor } from './analysis/answers.ts';
import { type RankedRecommendation, rankRecommendations } from './analysis/playbook.ts';
import { answerFromFigures } from './analysis/questions.ts';
import { parseSubject } from './analysis/topics.ts';
import type { InsightQuestion, InsightRecommendation, ServiceAnswer } from './wire.ts';

/** An answer without its execution time. */
export type UntimedAnswer = Omit<ServiceAnswer, 'metadata'> & {
  metadata: Omit<ServiceAnswer['metadata'], 'execution_time_ms'>;
};

const toRecommendation = ({
  source: _source,
  part: _part,
  ...recommendation
}: RankedRecommendation): InsightRecommendation => recommendation;

/** The recommendations for a question, highest priority first. */
export const recommend = ({ type, query = '', options, context }: InsightQuestion): InsightRecommendation[] => {
  if (type === 'scoring') return [];
  const ranked =
    type === 'playbook' ? rankRecommendations(context) : recommendationsFor(context, parseSubject(query, context));
  return ranked.slice(0, options.maxRecommendations).map(toRecommendation);
};

function analyze({ type, query = '', options, context }: InsightQuestion) {
  if (type === 'scoring') return analyzeScores(context);
  if (type === 'playbook')
    return introducePlaybook(context, rankRecommendations(context).slice(0, options.maxRecommendations));
  return answerFromFigures(context, query, parseSubject(query, context), type === 'explain');
}

/**
 * Answers without a model, as a pure function of the question and its context. States only figures of the context or,
 * for scoring and playbook, derived from it.
 */
export const deterministicAnswer = (question: InsightQuestion): UntimedAnswer => ({
  type: 'answer',
  ...analyze(question),
  recommendations: recommend(question),
  metadata: { ai_provider: 'deterministic', ai_model: 'rules-1', tokens_used: 0 },
});
