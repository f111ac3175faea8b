import { type InsightContext, SCORE_KEYS, type ScoreKey } from '../wire.ts';

const TOPICS = ['trends', 'scores', 'traffic', 'goals', 'tasks', 'content', 'social', 'advice'] as const;
export type Topic = (typeof TOPICS)[number];

// Word stems by topic, so that every inflection matches.
const WORDS: Record<Topic, RegExp> = {
  trends:
    /\b(trend|chang|mov(e|ed|ing)\b|drop|fall|fell|declin|decreas|los(t|e|ing|s)\b|ris(e|en|ing)\b|rose|gain|grow|grew|increas|went (up|down)|going (up|down)|compar|since|better|worse|improved|last (week|month|quarter|year|scan|time)|over time|history|progress)/,
  scores:
    /\b(scor|visib|rank|tier|component|confiden|rating of the scan|seo\b|found online|search engine|google|foundation|authority|discovery|health|problem|weak|strong|strength|issue|worst|best|hold(s|ing)? )/,
  traffic:
    /\b(traffic|visit|session|users?\b|page ?views?|analytic|conver|bounce|website|web site|leads?\b|enquir|inquir|engagement rate|funnel)/,
  goals: /\b(goal|target|objective|okr|kpi|milestone|on track|deadline|overdue)/,
  tasks: /\b(task|action item|to-?dos?\b|overdue|backlog|open items?|work (is )?left|pending|outstanding)/,
  content: /\b(content|blog|posts?\b|article|publish|copy\b|page quality|editorial)/,
  social: /\b(social|reach|follower|instagram|facebook|linkedin|tik ?tok|youtube|twitter|engag(e|ed|ement)\b(?! rate))/,
  advice:
    /\b(should|first|next|recommend|advi[cs]e|suggest|improv|how (can|could|to|do (we|i)\b)|what can|priorit|focus|fix|quick win|help|boost|raise|better result)/,
};

// Common names of score components that differ from the key.
const ALIASES: Partial<Record<ScoreKey, RegExp>> = {
  technical_seo: /technical(ly)? (seo|fault|issue|problem)|crawl|broken link/,
  page_speed: /page ?speed|site speed|load(ing)? (time|speed)|slow|fast(er)?\b|core web vitals/,
  mobile: /mobile|phone|small screen/,
  structured_data: /structured data|schema|markup/,
  content_quality: /content quality|quality of (our|the|my) (content|pages)/,
  freshness: /fresh|outdated|stale|aged/,
  listings: /\blistings?\b|director(y|ies)/,
  local_listings: /local (listing|search|seo)|\blistings?\b|director(y|ies)|google (business|maps)/,
  reviews: /\breviews?\b|stars?\b|rating/,
  backlinks: /back ?links?|links? to (us|our)|inbound link/,
  brand_mentions: /mention/,
  social: /social (presence|score)/,
  ai_visibility: /\bai\b|assistant|chat ?gpt|claude|gemini|perplexity|llm/,
  accessibility: /accessib|wcag|screen reader/,
  security: /secur|https\b|ssl|certificate/,
};

export interface Subject {
  topics: Topic[];
  /** The score components named in the question. */
  parts: ScoreKey[];
  /** Whether the question asks for a definition. */
  definition: boolean;
  /** Whether the question asks for an overview. */
  overview: boolean;
}

const DEFINITION =
  /\b(mean(s|ing)?\b|defin(e|ition)|explain|what (is|are) an? |what does .{1,60}(measure|look at)|how (is|are) .{1,60}(calculated|computed|measured|made))/;
const OVERVIEW = /\b(summar|overview|everything|overall|how (are we|are things|is business|is it going)|status|report)/;

// Common words that name a component only if the scan has it.
const COMMON_WORDS = new Set<ScoreKey>([
  'content',
  'social',
  'engagement',
  'technical',
  'listings',
  'reputation',
  'authority',
]);

const isNamedIn = (text: string) => (key: ScoreKey) =>
  key !== 'other' && (ALIASES[key] ?? new RegExp(`\\b${key.replaceAll('_', '[ _-]?')}\\b`)).test(text);

/** Classifies a question by its words; instructions in it have no effect. */
export function parseSubject(question: string, { visibility }: Pick<InsightContext, 'visibility'>): Subject {
  // Marks such as [phone] replace redacted text and are not words of the question.
  const text = question
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\[[a-z]+\]/g, ' ');
  const scored = new Set([...(visibility?.components ?? []), ...(visibility?.tiers ?? [])].map(({ key }) => key));
  const parts = SCORE_KEYS.filter(isNamedIn(text));
  const measured = parts.filter((part) => scored.has(part));
  return {
    topics: TOPICS.filter((topic) => WORDS[topic].test(text)),
    parts: measured.length > 0 ? measured : parts.filter((part) => !COMMON_WORDS.has(part)).slice(0, 3),
    definition: DEFINITION.test(text),
    overview: OVERVIEW.test(text),
  };
}
