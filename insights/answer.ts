import { describeScores, gaps, playbook } from './analysis.ts';
import type { Answer, Context, InsightType, Question } from './wire.ts';

const NO_SCAN =
  'There is no completed scan yet. As soon as the first one is in, this is where its scores are explained.';
const WITHOUT_AI = 'AI analysis is unavailable right now; this was computed from your own figures. ';

function suggestions({ visibility }: Context): string[] {
  if (!visibility) return ['What does the visibility score measure?'];
  const [worst] = gaps(visibility);
  return [
    ...(worst ? [`How can we improve ${worst.name}?`] : []),
    ...(visibility.change ? [`Why did the score ${visibility.change > 0 ? 'rise' : 'fall'}?`] : []),
    'What should we do first?',
  ];
}

function speak(type: InsightType, { visibility }: Context, recommendations: number): string {
  if (!visibility) return NO_SCAN;
  if (type === 'playbook') {
    const opening = recommendations === 1 ? 'One step promises' : `${recommendations} steps promise`;
    return recommendations === 0
      ? 'Every component stands at its best; there is nothing to recommend right now.'
      : `${opening} the most for a score of ${visibility.overall.dynamic_score}, in order of priority.`;
  }
  return describeScores(visibility);
}

/**
 * The answer that needs no model: a pure function of the question's type and the client's figures. It states figures
 * that are in the context, or follow from them, and no others.
 */
export function deterministicAnswer({
  type,
  options,
  context,
}: Question): Omit<Answer, 'metadata'> & { metadata: Omit<Answer['metadata'], 'execution_time_ms'> } {
  const asked = type === 'nlq' || type === 'explain';
  const recommendations = type === 'scoring' ? [] : playbook(context, options.maxRecommendations);
  const answer = speak(type, context, recommendations.length);
  const confidence = context.visibility?.overall.confidence ?? 0;
  return {
    type: 'answer',
    answer: asked ? WITHOUT_AI + answer : answer,
    confidence: asked ? Math.min(0.5, confidence) : confidence,
    sources: context.visibility ? ['visibility_scores'] : [],
    suggestions: suggestions(context),
    recommendations,
    metadata: { ai_provider: 'deterministic', ai_model: 'rules-1', tokens_used: 0 },
  };
}
