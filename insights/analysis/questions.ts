import type { InsightContext, ScoreKey, Source } from '../wire.ts';
import { type Analysis, availableSources, confidenceOf, recommendationsFor } from './answers.ts';
import { hasTraffic } from './facts.ts';
import { componentName, joinSentences, joinWords, numberText } from './formatting.ts';
import { COMPONENT_MEANINGS, TERMS } from './glossary.ts';
import { describeMentions } from './mentions.ts';
import { suggestions } from './suggestions.ts';
import { summarizeTopic } from './topic-summaries.ts';
import type { Subject, Topic } from './topics.ts';

const WITHOUT_AI = 'AI analysis is unavailable right now; this was computed from your own figures.';
const OFF_TOPIC = 'Your figures do not answer this question directly; here is the current state.';
const ONE_PERIOD = 'Only the current period is known, so no change can be stated.';

const DATA_TOPICS: Topic[] = ['traffic', 'goals', 'tasks', 'content', 'social'];

function meanings(question: string, { parts }: Subject): string[] {
  const text = question.normalize('NFKC').toLowerCase();
  const terms = TERMS.filter(({ words }) => words.test(text)).map(({ meaning }) => meaning);
  return [
    ...parts.map((part) => `Under ${componentName(part)}, the scan looks at ${COMPONENT_MEANINGS[part]}.`),
    ...terms,
  ].slice(0, 3);
}

function stateOf({ visibility }: InsightContext, parts: ScoreKey[]): string {
  if (!visibility || parts.length === 0) return '';
  const measured = [...visibility.components, ...visibility.tiers].filter(({ key }) => parts.includes(key));
  const mentions = parts.includes('ai_visibility') ? describeMentions(visibility) : '';
  if (measured.length === 0)
    return mentions || `The latest scan has no figure for ${joinWords(parts.map(componentName))}.`;
  const scores = `In the latest scan: ${joinWords(measured.map(({ key, score }) => `${componentName(key)} at ${numberText(score)}`))}.`;
  return joinSentences([scores, mentions]);
}

function adviceOn(context: InsightContext, subject: Subject): string {
  const [first, ...more] = recommendationsFor(context, subject);
  if (!first) return 'With nothing measured yet, begin with a first scan; then connect analytics and set a goal.';
  const others = more.slice(0, 2).map(({ title }) => `“${title}”`);
  return `The most promising step is “${first.title}”${others.length > 0 ? `, then ${joinWords(others)}` : ''}; the recommendations say why.`;
}

function overview(context: InsightContext) {
  const topics: Exclude<Topic, 'advice'>[] = ['scores'];
  if (hasTraffic(context)) topics.push('traffic');
  if (context.goals.length > 0) topics.push('goals');
  if (context.action_items.open > 0) topics.push('tasks');
  return topics.map((topic) => summarizeTopic(topic, context));
}

type SummaryTopic = Exclude<Topic, 'advice'>;

/** The topics to summarize, without repetition; trends only where the context has a previous period. */
function topicsOf({ topics, parts }: Subject): { kept: SummaryTopic[]; onePeriod: boolean } {
  const dataTopics = topics.filter((topic) => DATA_TOPICS.includes(topic));
  const excludesScores = dataTopics.length > 0 && !topics.includes('scores');
  const showTrends = topics.includes('trends') && !excludesScores;
  // A question about one component needs no summary of all scores; a question about trends needs the current ones.
  const showScores = showTrends || (topics.includes('scores') && parts.length === 0);
  const kept = [...(showTrends ? ['trends'] : []), ...(showScores ? ['scores'] : []), ...dataTopics] as SummaryTopic[];
  return { kept: kept.slice(0, 3), onePeriod: topics.includes('trends') && excludesScores };
}

/**
 * Answers a question without a model by summarizing the client's figures on its topics. States only figures of the
 * context.
 */
export function answerFromFigures(
  context: InsightContext,
  question: string,
  subject: Subject,
  explain: boolean,
): Analysis {
  const { kept, onePeriod } = topicsOf(subject);
  const meaning = explain || subject.definition ? meanings(question, subject) : [];
  const state = stateOf(context, subject.parts);
  const advice = subject.topics.includes('advice') ? adviceOn(context, subject) : '';
  const nothingFound = kept.length === 0 && state === '' && advice === '';
  const offTopic = nothingFound && meaning.length === 0;
  // A definition alone is followed by the current scores.
  const topics = nothingFound && !offTopic ? (['scores'] as const) : kept;
  const summaries =
    offTopic || subject.overview ? overview(context) : topics.map((topic) => summarizeTopic(topic, context));

  const used: Source[] = [
    ...summaries.flatMap(({ sources }) => sources),
    ...(state ? (['visibility_scores'] as const) : []),
    ...(advice
      ? recommendationsFor(context, subject)
          .slice(0, 3)
          .map(({ source }) => source)
      : []),
  ];
  const sources = availableSources(context, used);
  return {
    answer: joinSentences([
      WITHOUT_AI,
      offTopic && !subject.overview ? OFF_TOPIC : '',
      ...meaning,
      state,
      ...summaries.map(({ text }) => text),
      onePeriod ? ONE_PERIOD : '',
      advice,
    ]),
    confidence: Math.min(0.5, confidenceOf(context, sources)),
    sources,
    suggestions: suggestions(context, subject.topics),
  };
}
