import type { QuestionTopics, Topic } from '../question/topics.ts';
import type { InsightContext, Source } from '../wire.ts';
import { hasAnyData, hasSocial, hasTraffic } from './facts.ts';
import { capitalize, counted, joinSentences, numberText } from './formatting.ts';
import { scoredScan } from './gaps.ts';
import { partsOf } from './parts.ts';
import { type RankedRecommendation, rankRecommendations } from './playbook.ts';
import { describeScores } from './scores.ts';
import { suggestions } from './suggestions.ts';
import { germanIntroduction, germanScores } from './wording/german-analysis.ts';

/** The result of an analysis, without recommendations. */
export interface Analysis {
  answer: string;
  confidence: number;
  sources: Source[];
  suggestions: string[];
}

const NO_SCAN = 'There is no completed scan yet. Its scores will be explained here after the first one.';
const NO_SCORE = 'The latest scan measured AI search alone, so there are no scores yet.';
const FIRST_STEPS =
  'Nothing is measured yet, so there is nothing to rank. Begin with a first scan of your visibility, connect website analytics, and set a goal with a date.';

/** The given sources that have data. */
export function availableSources(context: InsightContext, sources: readonly Source[]): Source[] {
  const hasData: Record<Source, boolean> = {
    visibility_scores: context.visibility !== null,
    analytics: hasTraffic(context) || Boolean(context.traffic ?? context.reviews ?? context.search),
    goals: context.goals.length > 0,
    action_items: context.action_items.open > 0,
    content: context.content.published_posts > 0,
    social: hasSocial(context),
  };
  return [...new Set(sources)].filter((source) => hasData[source]);
}

/** The confidence of an answer from these sources, 0–1: that of the scan, or 0.5 for counted figures. */
export const confidenceOf = ({ visibility }: InsightContext, sources: Source[]) =>
  sources.includes('visibility_scores') ? (visibility?.overall?.confidence ?? 0.5) : sources.length > 0 ? 0.5 : 0;

type Language = QuestionTopics['language'];

function englishScores(context: InsightContext) {
  const scored = scoredScan(context);
  if (scored) return describeScores(scored);
  return context.visibility ? NO_SCORE : NO_SCAN;
}

/** Analyzes the scores of the latest scan. */
export function analyzeScores(context: InsightContext, language: Language): Analysis {
  const sources = availableSources(context, ['visibility_scores']);
  return {
    answer: language === 'de' ? germanScores(context) : englishScores(context),
    confidence: confidenceOf(context, sources),
    sources,
    suggestions: suggestions(context, { language, topics: ['scores'] }),
  };
}

function introduction(context: InsightContext, [first, ...others]: RankedRecommendation[]) {
  if (!first) return hasAnyData(context) ? 'Nothing stands out that needs to be done right now.' : FIRST_STEPS;
  const scored = context.visibility?.overall;
  const score = scored ? `Your visibility score is ${numberText(scored.dynamic_score)} of 100.` : '';
  const quick = others.find(({ effort_level }) => effort_level === 'low');
  return joinSentences([
    score,
    `The most promising step is “${first.title}”, at ${first.effort_level} effort.`,
    quick && first.effort_level !== 'low' ? `The quickest step is “${quick.title}”.` : '',
    others.length > 0
      ? `${capitalize(counted(others.length, 'more step'))} ${others.length === 1 ? 'follows' : 'follow'} in order of priority.`
      : '',
  ]);
}

/** Introduces the recommendations of a playbook. */
export function introducePlaybook(
  context: InsightContext,
  recommendations: RankedRecommendation[],
  language: Language,
): Analysis {
  const sources = availableSources(context, [
    ...(context.visibility ? (['visibility_scores'] as const) : []),
    ...recommendations.map(({ source }) => source),
  ]);
  return {
    answer: (language === 'de' ? germanIntroduction : introduction)(context, recommendations),
    confidence: confidenceOf(context, sources),
    sources,
    suggestions: suggestions(context, { language, topics: ['advice'] }),
  };
}

const SOURCES_BY_TOPIC: Partial<Record<Topic, Source[]>> = {
  traffic: ['analytics'],
  sessions: ['analytics'],
  users: ['analytics'],
  conversions: ['analytics'],
  goals: ['goals'],
  tasks: ['action_items'],
  content: ['content'],
  social: ['social'],
  reach: ['social'],
  engagement: ['social'],
};

/** The recommendations on the subject of a question, highest priority first; all of them if none match. */
export function recommendationsFor(context: InsightContext, asked: QuestionTopics): RankedRecommendation[] {
  const parts = partsOf(asked, context);
  const { topics, language } = asked;
  const all = rankRecommendations(context, language);
  const sources = new Set(topics.flatMap((topic) => SOURCES_BY_TOPIC[topic] ?? []));
  const matching = all.filter(({ part, source }) => (part && parts.includes(part)) || sources.has(source));
  return matching.length > 0 ? matching : all;
}
