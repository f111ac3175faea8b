import type { Audit } from '../../../db/schema/index.ts';
import { oneDecimal } from '../../rounding.ts';
import { type Assessed, CONTENT_RULES, SEO_RULES } from './audits.ts';

const EXCERPT_CHARACTERS = 200;

const audit = (rules: typeof SEO_RULES, page: Assessed): Audit[] =>
  rules.map(({ judge, ...rule }) => ({ ...rule, ...judge(page) }));

/** The weighted mean of the audits that had something to judge, 0–100. */
function scoreOf(audits: Audit[]) {
  const judged = audits.flatMap(({ score, weight }) => (score === null ? [] : [{ score, weight }]));
  const total = judged.reduce((sum, { weight }) => sum + weight, 0);
  return oneDecimal((100 * judged.reduce((sum, { score, weight }) => sum + score * weight, 0)) / (total || 1));
}

/** The beginning of a text, ended between two words. */
const excerptOf = (text: string) =>
  text.length <= EXCERPT_CHARACTERS
    ? text
    : `${text.slice(0, EXCERPT_CHARACTERS).replace(/(?:\s+\S*|[\uD800-\uDBFF])$/, '')}…`;

/**
 * All that is kept of a page besides what was written: its scores, with the reason for each, the same for the same page
 * whenever it is saved.
 */
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
