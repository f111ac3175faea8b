import type { InsightContext, ScoreKey, Source } from '../wire.ts';
import { type Analysis, availableSources, confidenceOf, recommendationsFor } from './answers.ts';
import { hasTraffic } from './facts.ts';
import { componentName, formatNumber, joinSentences, joinWords } from './formatting.ts';
import { COMPONENT_MEANINGS, TERMS } from './glossary.ts';
import { suggestions } from './suggestions.ts';
import { summarizeTopic } from './topic-summaries.ts';
import type { Subject, Topic } from './topics.ts';

const WITHOUT_AI = 'AI analysis is unavailable right now; this was computed from your own figures.';
const OFF_TOPIC = 'Your figures do not speak to this question directly; this is where things stand.';
const ONE_PERIOD = 'Only the present period is known here, so whether that rose or fell cannot be judged.';

const CONCRETE: Topic[] = ['traffic', 'goals', 'tasks', 'content', 'social'];

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
  const seen = [...visibility.components, ...visibility.tiers].filter(({ key }) => parts.includes(key));
  if (seen.length === 0) return `The latest scan has no figure for ${joinWords(parts.map(componentName))}.`;
  return `In the latest scan: ${joinWords(seen.map(({ key, score }) => `${componentName(key)} at ${formatNumber(score)}`))}.`;
}

function adviceOn(context: InsightContext, subject: Subject): string {
  const [first, ...more] = recommendationsFor(context, subject);
  if (!first) return 'With nothing measured yet, begin with a first scan; then connect analytics and set a goal.';
  const others = more.slice(0, 2).map(({ title }) => `“${title}”`);
  return `What promises most is “${first.title}”${others.length > 0 ? `, then ${joinWords(others)}` : ''}; the recommendations say why.`;
}

function overview(context: InsightContext) {
  const topics: Exclude<Topic, 'advice'>[] = ['scores'];
  if (hasTraffic(context)) topics.push('traffic');
  if (context.goals.length > 0) topics.push('goals');
  if (context.action_items.open > 0) topics.push('tasks');
  return topics.map((topic) => summarizeTopic(topic, context));
}

type Spoken = Exclude<Topic, 'advice'>;

/** What is to be spoken of, so that a course is judged only where it is known and nothing is said twice. */
function topicsOf({ topics, parts }: Subject): { kept: Spoken[]; onePeriod: boolean } {
  const concrete = topics.filter((topic) => CONCRETE.includes(topic));
  const aside = concrete.length > 0 && !topics.includes('scores');
  const moved = topics.includes('trends') && !aside;
  // Who names a component wants that one and not the whole score again; who asks how it moved wants to know where to.
  const whole = moved || (topics.includes('scores') && parts.length === 0);
  const kept = [...(moved ? ['trends'] : []), ...(whole ? ['scores'] : []), ...concrete] as Spoken[];
  return { kept: kept.slice(0, 3), onePeriod: topics.includes('trends') && aside };
}

/**
 * The answer to a question without a model: what the client's own figures say of its topics, in plain words. Every
 * figure in it is one of the context.
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
  const silent = kept.length === 0 && state === '' && advice === '';
  const lost = silent && meaning.length === 0;
  // A meaning by itself leaves open how the client stands.
  const topics = silent && !lost ? (['scores'] as const) : kept;
  const said = lost || subject.overview ? overview(context) : topics.map((topic) => summarizeTopic(topic, context));

  const used: Source[] = [
    ...said.flatMap(({ sources }) => sources),
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
      lost && !subject.overview ? OFF_TOPIC : '',
      ...meaning,
      state,
      ...said.map(({ text }) => text),
      onePeriod ? ONE_PERIOD : '',
      advice,
    ]),
    confidence: Math.min(0.5, confidenceOf(context, sources)),
    sources,
    suggestions: suggestions(context, subject.topics),
  };
}
