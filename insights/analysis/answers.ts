import type { InsightContext, Source } from '../wire.ts';
import { hasSocial, hasTraffic, knowsAnything } from './facts.ts';
import { type Ranked, ranked } from './playbook.ts';
import { describeScores } from './scores.ts';
import { suggestions } from './suggestions.ts';
import type { Subject } from './topics.ts';
import { count, figure, sentence, together } from './words.ts';

/** What an analysis comes to, without the plays. */
export interface Analysis {
  answer: string;
  confidence: number;
  sources: Source[];
  suggestions: string[];
}

const NO_SCAN =
  'There is no completed scan yet. As soon as the first one is in, this is where its scores are explained.';
const FIRST_STEPS =
  'Nothing is measured yet, so there is nothing to rank. Begin with a first scan of your visibility, connect website analytics, and set a goal with a date.';

/** The sources of these that hold anything. */
export function held(context: InsightContext, sources: readonly Source[]): Source[] {
  const there: Record<Source, boolean> = {
    visibility_scores: context.visibility !== null,
    analytics: hasTraffic(context),
    goals: context.goals.length > 0,
    action_items: context.action_items.open > 0,
    content: context.content.published_posts > 0,
    social: hasSocial(context),
  };
  return [...new Set(sources)].filter((source) => there[source]);
}

/** How far figures of these sources can be trusted, 0–1: a scan says so itself, what was counted is half certain. */
export const trust = ({ visibility }: InsightContext, sources: Source[]) =>
  sources.includes('visibility_scores') ? (visibility?.overall.confidence ?? 0) : sources.length > 0 ? 0.5 : 0;

/** The analysis of the scores. */
export function scoring(context: InsightContext): Analysis {
  const sources = held(context, ['visibility_scores']);
  return {
    answer: context.visibility ? describeScores(context.visibility) : NO_SCAN,
    confidence: trust(context, sources),
    sources,
    suggestions: suggestions(context, ['scores']),
  };
}

function introduce(context: InsightContext, [first, ...others]: Ranked[]) {
  if (!first) return knowsAnything(context) ? 'Nothing stands out that needs to be done right now.' : FIRST_STEPS;
  const score = context.visibility
    ? `Your visibility score is ${figure(context.visibility.overall.dynamic_score)} of 100.`
    : '';
  const quick = others.find(({ effort_level }) => effort_level === 'low');
  return together([
    score,
    `What promises most is “${first.title}”, at ${first.effort_level} effort.`,
    quick && first.effort_level !== 'low' ? `Quickest done is “${quick.title}”.` : '',
    others.length > 0
      ? `${sentence(count(others.length, 'more step'))} ${others.length === 1 ? 'follows' : 'follow'} in order of priority.`
      : '',
  ]);
}

/** The words that go before the plays. */
export function playbook(context: InsightContext, plays: Ranked[]): Analysis {
  const sources = held(context, [
    ...(context.visibility ? (['visibility_scores'] as const) : []),
    ...plays.map(({ source }) => source),
  ]);
  return {
    answer: introduce(context, plays),
    confidence: trust(context, sources),
    sources,
    suggestions: suggestions(context, ['advice']),
  };
}

const PLAYS_OF: Partial<Record<Subject['topics'][number], Source[]>> = {
  traffic: ['analytics'],
  goals: ['goals'],
  tasks: ['action_items'],
  content: ['content'],
  social: ['social'],
};

/** The plays that a question is about, the best first; all of them where it is about none in particular. */
export function playsOn(context: InsightContext, { parts, topics }: Subject): Ranked[] {
  const all = ranked(context);
  const wanted = new Set(topics.flatMap((topic) => PLAYS_OF[topic] ?? []));
  const close = all.filter(({ part, source }) => (part && parts.includes(part)) || wanted.has(source));
  return close.length > 0 ? close : all;
}
