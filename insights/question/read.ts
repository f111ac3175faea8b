import { languageOfQuestion } from './language.ts';
import { figuresInQuestion } from './numbers.ts';
import { readPeriods } from './periods.ts';
import { plainWords } from './spelling.ts';
import { ASKS, PROGRESS, QuestionTopics, SUBJECTS, type Topic } from './topics.ts';
import {
  ASK_WORDS,
  ASSISTANTS,
  CHANNEL_WORDS,
  ENGINE_WORDS,
  PART_WORDS,
  SOURCE_WORDS,
  SUBJECT_WORDS,
} from './words.ts';

const BY_MONTH = ['reviews', 'sessions'] as const;
/** Two months that are compared. */
const PAIR = 2;
const VISITS: Topic[] = ['sessions', 'users', 'conversions', 'traffic'];

const ANSWERED = /\b(answer(s|ed)?|repl(y|ied|ies)|respon(d|ded|se|ses))\b/;
const WHO_MENTIONS = /\b(who|wer|welche[rs]?) .{0,20}(recommend|mention|names?|empfiehl|empfehl|nenn|erwaehn)/;
const EACH_MONTH = /\b(pro|per|a|each|every|jeden) (month|monat)\b/;
const NUMBER_OF_REVIEWS = /\b(how many|number of|wie ?viele?|anzahl( der)?) (\w+ )?(reviews|bewertungen|rezensionen)\b/;
// Without one of these, "weak" and "problem" say something of another subject, where there is one.
const NAMES_SCORE = /\b(scor\w+|visib\w+|sichtbarkeit\w*|punkt\w*|gesamtwert|wert|tiers?)\b/;

const namesIn = (text: string, words: [Topic, RegExp][]) =>
  words.flatMap(([topic, form]) => (form.test(text) ? topic : []));

/** The topics that the words mean together: "visits from ChatGPT", "average of our reviews". */
function combine(text: string, subjects: Set<Topic>, asks: Set<Topic>) {
  const has = (...topics: Topic[]) => topics.some((topic) => subjects.has(topic));
  const engines = namesIn(text, ENGINE_WORDS);
  const assistants = engines.length > 0 || ASSISTANTS.test(text);
  if (has('reviews') && ANSWERED.test(text)) subjects.add('unanswered');
  if (has('reviews') && !EACH_MONTH.test(text) && /\b(average|mean|durchschnitt\w*|schnitt|im mittel)\b/.test(text))
    subjects.add('rating');
  if (has('rating') && !NUMBER_OF_REVIEWS.test(text)) subjects.delete('reviews');
  if (has('unanswered') && !has('reviews', 'rating')) subjects.add('reviews');
  if (has('unanswered')) for (const topic of ['reviews', 'rating'] as const) subjects.delete(topic);
  if (has('position')) subjects.delete('competitors');

  if (assistants && has(...VISITS)) {
    subjects.add('ai_visits');
    for (const topic of VISITS) subjects.delete(topic);
  } else if (assistants || WHO_MENTIONS.test(text)) {
    subjects.add('mentions');
    if (!/\b(score|punkte|wert)\b/.test(text)) subjects.delete('scores');
  } else subjects.delete('mentions');
  if (!assistants) asks.delete('by_engine');

  const ofVisits = has('sessions', 'users', 'conversions', 'traffic');
  const channels = namesIn(text, CHANNEL_WORDS).filter((topic) => topic !== 'channel.ai_assistants');
  if ((asks.has('by_channel') || channels.length > 0) && subjects.delete('users')) subjects.add('sessions');
  const onlyChannel = subjects.size === 0 || (subjects.size === 1 && has('social') && asks.has('by_channel'));
  const named = ofVisits || asks.has('by_channel') || onlyChannel ? channels : [];
  if (!ofVisits && !has('ai_visits') && (named.length > 0 || asks.has('by_channel')) && !has('reviews', 'rating'))
    subjects.add('sessions');
  if (named.includes('channel.social')) subjects.delete('social');
  if (has('sessions', 'users', 'conversions', 'pageviews', 'engagement_rate')) subjects.delete('traffic');
  if (has('reach', 'engagement')) subjects.delete('social');
  if (subjects.size > 1 && !NAMES_SCORE.test(text)) subjects.delete('scores');

  const ofReviews = has('reviews', 'rating', 'unanswered');
  const isShort = subjects.size === 0 && text.trim().split(/\s+/).length <= 4;
  const sources = ofReviews || isShort ? namesIn(text, SOURCE_WORDS) : [];
  if (sources.length > 0 && !ofReviews) subjects.add('reviews');
  if (sources.length > 0) subjects.delete('social');
  if (!has('reviews', 'rating')) asks.delete('by_source');
  if (ofVisits || has('sessions')) {
    if (asks.has('by_channel') || /\b(sources?|quellen?)\b/.test(text)) asks.add('by_channel');
  } else if (asks.has('by_channel') && ofReviews) {
    asks.delete('by_channel');
    asks.add('by_source');
  }
  return [...sources, ...named, ...engines];
}

/**
 * Reads a question, by its words alone: instructions in it have no effect. Private parts are to be redacted before.
 * `asOf` is the time, ISO 8601, that "last month" refers to.
 */
export function readQuestion(question: string, asOf: string): QuestionTopics {
  const text = plainWords(question);
  const { periods, rest } = readPeriods(text, asOf);
  const subjects = new Set<Topic>(SUBJECTS.filter((topic) => SUBJECT_WORDS[topic].test(text)));
  const asks = new Set<Topic>(ASKS.filter((topic) => ASK_WORDS[topic].test(topic === 'by_month' ? rest : text)));
  const names = combine(text, subjects, asks);
  // "How was January?" asks of what is told by month.
  const hasMonth = periods.some((period) => /^\d/.test(period));
  const ofMonths = hasMonth || (asks.has('by_month') && (asks.has('most') || asks.has('least')));
  const compares = (asks.has('trends') || asks.has('compare')) && !(asks.has('most') || asks.has('least'));
  const told = hasMonth && compares && periods.length <= PAIR ? PROGRESS : BY_MONTH;
  if (subjects.size === 0 && ofMonths && names.length === 0) for (const topic of told) subjects.add(topic);
  const topics = [...subjects, ...asks, ...names, ...namesIn(text, PART_WORDS)];
  return QuestionTopics.parse({
    language: languageOfQuestion(text),
    topics: topics.slice(0, 40),
    figures: figuresInQuestion(question),
    periods,
  });
}
