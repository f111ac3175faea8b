import { playbook, playsOn, scoring } from './analysis/answers.ts';
import { type Ranked, ranked } from './analysis/playbook.ts';
import { answerPlainly } from './analysis/questions.ts';
import { subjectOf } from './analysis/topics.ts';
import type { InsightAnswer, InsightQuestion, InsightRecommendation } from './wire.ts';

/** An answer before anybody has looked at the clock. */
export type Untimed = Omit<InsightAnswer, 'metadata'> & {
  metadata: Omit<InsightAnswer['metadata'], 'execution_time_ms'>;
};

const toRecommendation = ({ source: _source, part: _part, ...recommendation }: Ranked): InsightRecommendation =>
  recommendation;

/** The plays that go with a question, the best first: those that it is about, where it is about any. */
export const recommend = ({ type, query = '', options, context }: InsightQuestion): InsightRecommendation[] => {
  if (type === 'scoring') return [];
  const plays = type === 'playbook' ? ranked(context) : playsOn(context, subjectOf(query, context));
  return plays.slice(0, options.maxRecommendations).map(toRecommendation);
};

function analyse({ type, query = '', options, context }: InsightQuestion) {
  if (type === 'scoring') return scoring(context);
  if (type === 'playbook') return playbook(context, ranked(context).slice(0, options.maxRecommendations));
  return answerPlainly(context, query, subjectOf(query, context), type === 'explain');
}

/**
 * The answer that needs no model: a pure function of the question's type and the client's figures. It states figures
 * that are in the context, or for scoring and playbook follow from them, and no others.
 */
export const deterministicAnswer = (question: InsightQuestion): Untimed => ({
  type: 'answer',
  ...analyse(question),
  recommendations: recommend(question),
  metadata: { ai_provider: 'deterministic', ai_model: 'rules-1', tokens_used: 0 },
});
