import { analyzeScores, introducePlaybook, recommendationsFor } from './analysis/answers.ts';
import { type RankedRecommendation, rankRecommendations } from './analysis/playbook.ts';
import { answerFromFigures } from './analysis/questions.ts';
import { readQuestion } from './question/read.ts';
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

/** The topics of a question: as sent, or else read from its words. */
const topicsOf = ({ topics, query = '', context }: InsightQuestion) => topics ?? readQuestion(query, context.as_of);

/** The recommendations for a question, highest priority first. */
export const recommend = (question: InsightQuestion): InsightRecommendation[] => {
  const { type, options, context } = question;
  if (type === 'scoring') return [];
  const ranked =
    type === 'playbook'
      ? rankRecommendations(context, options.language ?? 'en')
      : recommendationsFor(context, topicsOf(question));
  return ranked.slice(0, options.maxRecommendations).map(toRecommendation);
};

function analyze(question: InsightQuestion, withoutAi: boolean) {
  const { type, options, context } = question;
  const { language = 'en', maxRecommendations } = options;
  if (type === 'scoring') return analyzeScores(context, language);
  if (type === 'playbook')
    return introducePlaybook(context, rankRecommendations(context, language).slice(0, maxRecommendations), language);
  return answerFromFigures(context, topicsOf(question), { explain: type === 'explain', withoutAi });
}

/**
 * Answers without a model, as a pure function of the question and its context. States only figures of the context or,
 * for scoring and playbook, derived from it. `withoutAi`: a model is set, and could or may not answer.
 */
export const deterministicAnswer = (question: InsightQuestion, withoutAi = false): UntimedAnswer => ({
  type: 'answer',
  ...analyze(question, withoutAi),
  recommendations: recommend(question),
  metadata: { ai_provider: 'deterministic', ai_model: 'rules-1', tokens_used: 0 },
});
