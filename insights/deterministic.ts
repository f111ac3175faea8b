import { analyzeScores, introducePlaybook, recommendationsFor } from './analysis/answers.ts';
import { type RankedRecommendation, rankRecommendations } from './analysis/playbook.ts';
import { answerFromFigures } from './analysis/questions.ts';
import { parseSubject } from './analysis/topics.ts';
import type { InsightAnswer, InsightQuestion, InsightRecommendation } from './wire.ts';

/** An answer before anybody has looked at the clock. */
export type UntimedAnswer = Omit<InsightAnswer, 'metadata'> & {
  metadata: Omit<InsightAnswer['metadata'], 'execution_time_ms'>;
};

const toRecommendation = ({
  source: _source,
  part: _part,
  ...recommendation
}: RankedRecommendation): InsightRecommendation => recommendation;

/** The plays that go with a question, the best first: those that it is about, where it is about any. */
export const recommend = ({ type, query = '', options, context }: InsightQuestion): InsightRecommendation[] => {
  if (type === 'scoring') return [];
  const plays =
    type === 'playbook' ? rankRecommendations(context) : recommendationsFor(context, parseSubject(query, context));
  return plays.slice(0, options.maxRecommendations).map(toRecommendation);
};

function analyze({ type, query = '', options, context }: InsightQuestion) {
  if (type === 'scoring') return analyzeScores(context);
  if (type === 'playbook')
    return introducePlaybook(context, rankRecommendations(context).slice(0, options.maxRecommendations));
  return answerFromFigures(context, query, parseSubject(query, context), type === 'explain');
}

/**
 * The answer that needs no model: a pure function of the question's type and the client's figures. It states figures
 * that are in the context, or for scoring and playbook follow from them, and no others.
 */
export const deterministicAnswer = (question: InsightQuestion): UntimedAnswer => ({
  type: 'answer',
  ...analyze(question),
  recommendations: recommend(question),
  metadata: { ai_provider: 'deterministic', ai_model: 'rules-1', tokens_used: 0 },
});
