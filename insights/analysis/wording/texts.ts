import type { QuestionTopics } from '../../question/topics.ts';
import type { InsightContext, ScoreKey } from '../../wire.ts';
import type { RankedRecommendation } from '../playbook.ts';

/** The longer texts of an answer in one language. */
export interface AnswerTexts {
  /** What the figures and components in the question mean. */
  meanings(asked: QuestionTopics, parts: ScoreKey[]): string;
  /** How components stand in the latest scan. */
  stateOf(context: InsightContext, parts: ScoreKey[]): string;
  /** How the score has changed. */
  trends(context: InsightContext): string;
  advice(context: InsightContext, first: RankedRecommendation | undefined, more: RankedRecommendation[]): string;
}
