import { PAGE_CHECKS, type PageCheck } from '../../../db/schema/audit-checks.ts';
import { domainsMatch } from '../../visibility/public.ts';
import type { HtmlFacts } from './reading/html-facts.ts';
import type { Stated } from './reading/stated-facts.ts';
import { WEIGHTS } from './weights.ts';

/** What a good page keeps to: characters, milliseconds to the status, bytes. */
export const LIMITS = { title: 70, description: 320, milliseconds: 800, bytes: 500 * 1024 };

/** A page that the audit has asked for. */
export interface AuditedPage {
  url: string;
  /** Null where nothing was answered. */
  status: number | null;
  milliseconds: number;
  bytes: number;
  isTruncated: boolean;
  /** Null for what is no HTML, or no page. */
  facts: HtmlFacts | null;
  /** What its structured data say of the organization, and what of it differs from the record. */
  stated: { isCompared: boolean; differing: Stated[] };
}

const within = (text: string | null, most: number) => text !== null && text !== '' && [...text].length <= most;

const isOk = ({ status }: AuditedPage) => status !== null && status >= 200 && status < 300;

const ofHtml: Record<
  Exclude<PageCheck, 'https' | 'status' | 'speed' | 'weight'>,
  (facts: HtmlFacts, page: AuditedPage) => boolean | null
> = {
  title: ({ title }) => within(title, LIMITS.title),
  description: ({ description }) => within(description, LIMITS.description),
  h1: ({ headings }) => headings.length === 1 && headings[0] !== '',
  canonical: ({ canonicals: [href, ...others] }, { url }) =>
    Boolean(href) &&
    others.length === 0 &&
    URL.canParse(href ?? '', url) &&
    domainsMatch(new URL(href ?? '', url).href, url),
  alt: ({ imagesWithoutAlt }) => imagesWithoutAlt === 0,
  json_ld: ({ jsonLd, brokenJsonLd }) => jsonLd.length > 0 && brokenJsonLd === 0,
  json_ld_agrees: (_, { stated }) => (stated.isCompared ? stated.differing.length === 0 : null),
};

/** Whether a page passes a check; null where the check does not concern it: a page that is not there has no title. */
function passes(key: PageCheck, page: AuditedPage): boolean | null {
  if (key === 'status') return isOk(page);
  if (!isOk(page)) return null;
  if (key === 'https') return page.url.startsWith('https:');
  if (key === 'speed') return page.milliseconds <= LIMITS.milliseconds;
  if (key === 'weight') return page.bytes <= LIMITS.bytes && !page.isTruncated;
  return page.facts && ofHtml[key](page.facts, page);
}

/** The verdict of each check on a page. */
export const verdictsOf = (page: AuditedPage) => PAGE_CHECKS.map((key) => ({ key, passed: passes(key, page) }));

/** Weighted share of the passed checks, 0–100 with one decimal. */
export function pageScore(verdicts: ReturnType<typeof verdictsOf>) {
  const weigh = (some: typeof verdicts) => some.reduce((sum, { key }) => sum + WEIGHTS[key], 0);
  const concerned = verdicts.filter(({ passed }) => passed !== null);
  return Math.round((1000 * weigh(concerned.filter(({ passed }) => passed))) / weigh(concerned)) / 10;
}
