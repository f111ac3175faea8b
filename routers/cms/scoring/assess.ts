import type { Audit } from '../../../db/schema/index.ts';
import { oneDecimal } from '../../values/rounding.ts';
import { beginning } from '../rendering/words.ts';
import { type Assessed, CONTENT_RULES, SEO_RULES } from './audits.ts';

const EXCERPT_CHARACTERS = 200;

const audit = (rules: typeof SEO_RULES, page: Assessed): Audit[] =>
  rules.map(({ judge, ...rule }) => ({ ...rule, ...judge(page) }));

/** The weighted mean of the applicable audits, 0–100. */
function scoreOf(audits: Audit[]) {
  const applicable = audits.flatMap(({ score, weight }) => (score === null ? [] : [{ score, weight }]));
  const total = applicable.reduce((sum, { weight }) => sum + weight, 0);
  return oneDecimal((100 * applicable.reduce((sum, { score, weight }) => sum + score * weight, 0)) / (total || 1));
}

const excerptOf = (text: string) =>
  text.length <= EXCERPT_CHARACTERS ? text : `${beginning(text, EXCERPT_CHARACTERS)}…`;

/** The derived columns of a page: scores, audits, excerpt and word count. Deterministic. */
export function assess(page: Assessed) {
  const audits = { seo: audit(SEO_RULES, page), content: audit(CONTENT_RULES, page) };
  const [seoScore, contentScore] = [scoreOf(audits.seo), scoreOf(audits.content)];
  const overallScore = oneDecimal((seoScore + contentScore) / 2);
  const { facts } = page;
  return {
    facts,
    wordCount: facts.words,
    excerpt: excerptOf(facts.opening),
    audits,
    seoScore,
    contentScore,
    overallScore,
  };
}
