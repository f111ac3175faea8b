import type { QuestionTopics, Topic } from '../question/topics.ts';
import type { InsightContext, ScoreKey, Source } from '../wire.ts';
import { type Analysis, availableSources, confidenceOf, recommendationsFor } from './answers.ts';
import { hasSocial, hasTraffic } from './facts.ts';
import { figureReplies, isFigure, type Reply, tellsScoreByMonth } from './figure-answers.ts';
import { joinSentences } from './formatting.ts';
import { partsOf } from './parts.ts';
import { suggestions } from './suggestions.ts';
import { english } from './wording/english.ts';
import { englishTexts } from './wording/english-texts.ts';
import { german } from './wording/german.ts';
import { germanTexts } from './wording/german-texts.ts';
import type { Subject } from './wording/wording.ts';

const LANGUAGES = { en: { wording: english, texts: englishTexts }, de: { wording: german, texts: germanTexts } };

/** What the context has figures of. */
function knownSubjects(context: InsightContext): Subject[] {
  const known: [Subject, boolean][] = [
    ['reviews', context.reviews !== undefined],
    ['visits', hasTraffic(context) || context.traffic !== undefined],
    ['scores', Boolean(context.visibility?.overall)],
    ['mentions', Boolean(context.ai_search ?? context.visibility?.ai_search)],
    ['competitors', context.competitors !== undefined],
    ['goals', context.goals.length > 0],
    ['tasks', context.action_items.open > 0],
    ['content', context.content.published_posts > 0],
    ['social', hasSocial(context)],
  ];
  return known.flatMap(([subject, isKnown]) => (isKnown ? [subject] : []));
}

/** The components that a question is about beside the figures: "reviews" are first of all the reviews themselves. */
function componentsAskedFor(context: InsightContext, asked: QuestionTopics): ScoreKey[] {
  const { topics } = asked;
  const has = (...names: Topic[]) => names.some((name) => topics.includes(name));
  const told: ScoreKey[] = [
    ...(has('reviews', 'rating', 'unanswered') ? (['reviews'] as const) : []),
    ...(has('content') ? (['content'] as const) : []),
    ...(has('social', 'reach', 'engagement', 'sessions') ? (['social', 'engagement'] as const) : []),
    ...(has('mentions', 'ai_visits') ? (['ai_visibility', 'brand_mentions'] as const) : []),
    ...(has('confidence') ? (['security'] as const) : []),
  ];
  const parts = partsOf(asked, context);
  return has('scores', 'why', 'advice') ? parts : parts.filter((part) => !told.includes(part));
}

const overviewTopics = (context: InsightContext): Topic[] => [
  'scores',
  ...(hasTraffic(context) ? (['traffic'] as const) : []),
  ...(context.reviews ? (['reviews'] as const) : []),
  ...(context.goals.length > 0 ? (['goals'] as const) : []),
  ...(context.action_items.open > 0 ? (['tasks'] as const) : []),
];

/** What is said of a question, in order. */
function repliesTo(context: InsightContext, asked: QuestionTopics, explain: boolean): Reply[] {
  const { wording, texts } = LANGUAGES[asked.language];
  const { topics } = asked;
  const has = (...names: Topic[]) => names.some((name) => topics.includes(name));
  const reply = (text: string, ...sources: Source[]): Reply => ({ text, sources });

  const meaning = explain || has('definition') ? texts.meanings(asked, partsOf(asked, context)) : '';
  const parts = componentsAskedFor(context, asked);
  const state = texts.stateOf(context, parts);
  const askedFor = meaning && !explain ? topics.filter((topic) => topic !== 'confidence') : topics;
  const ofScore = has('scores') || !topics.some(isFigure);
  // Since the scan before is another comparison than the one that is asked for.
  const sinceScan = has('why', 'trends') && ofScore && parts.length === 0 && !tellsScoreByMonth(context, asked);
  const trends = sinceScan ? texts.trends(context) : '';
  const isOverview = has('overview') && !topics.some((topic) => isFigure(topic) && topic !== 'scores');
  const numbers = isOverview
    ? overviewTopics(context).flatMap((topic) =>
        figureReplies(context, { ...asked, topics: [topic], periods: [] }, wording),
      )
    : figureReplies(
        context,
        { ...asked, topics: askedFor.filter((topic) => topic !== 'scores' || parts.length === 0) },
        wording,
      );
  const [first, ...more] = has('advice') ? recommendationsFor(context, asked) : [];
  const advice = has('advice') ? texts.advice(context, first, more) : '';
  const unlisted = has('unlisted') ? wording.unlisted : '';
  const found = [meaning, state, trends, advice].some(Boolean) || numbers.length > 0;
  const can = wording.canAnswer(knownSubjects(context));
  if (!found) return [reply(unlisted || wording.offTopic), reply(can)];
  const stated = reply(state, ...(state ? (['visibility_scores'] as const) : []));
  // Asked why AI search fell, what became of its rate comes before the score of a component.
  const ratesFirst = has('mentions') && has('why', 'trends');
  return [
    reply(unlisted),
    reply(meaning),
    ...(ratesFirst ? [] : [stated]),
    reply(trends, ...(trends ? (['visibility_scores'] as const) : [])),
    ...numbers,
    ...(ratesFirst ? [stated] : []),
    reply(
      meaning && numbers.length === 0 && !state && !trends ? wording.single.scores(context) : '',
      'visibility_scores',
    ),
    reply(advice, ...[first, ...more].slice(0, 3).flatMap((one) => (one ? [one.source] : []))),
  ];
}

/** Answers a question without a model, from the figures of the context, and states no others. */
export function answerFromFigures(
  context: InsightContext,
  asked: QuestionTopics,
  { explain, withoutAi }: { explain: boolean; withoutAi: boolean },
): Analysis {
  const replies = repliesTo(context, asked, explain);
  const sources = availableSources(
    context,
    replies.flatMap(({ text, sources }) => (text ? sources : [])),
  );
  return {
    answer: joinSentences([
      withoutAi ? LANGUAGES[asked.language].wording.withoutAi : '',
      ...replies.map(({ text }) => text),
    ]),
    confidence: Math.min(0.5, confidenceOf(context, sources)),
    sources,
    suggestions: suggestions(context, asked),
  };
}
