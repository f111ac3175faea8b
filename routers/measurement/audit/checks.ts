import { AUDIT_CHECKS, type AuditCheck } from '../../../db/schema/audit-checks.ts';
import type { StoredAuditCheck } from '../../../db/schema/index.ts';
import { type AuditedPage, LIMITS, pageScore, verdictsOf } from './page-checks.ts';
import { AI_CRAWLERS } from './robots.ts';
import { CHECK_LABELS, WEIGHTS } from './weights.ts';

/** What the audit has seen of a website. */
export interface SeenSite {
  pages: AuditedPage[];
  /** Pages of the sitemap. */
  sitemapPages: number;
  hasLlmsTxt: boolean;
  /** The crawlers of AI assistants that may read the start page. */
  allowedCrawlers: readonly string[];
}

/** The reason of each check: what passes it, and what that is good for. */
const WHY: Record<AuditCheck, string> = {
  title: `Each page needs a title of at most ${LIMITS.title} characters: search engines and assistants show it as the page’s name.`,
  description: `Each page needs a description of at most ${LIMITS.description} characters, which search engines show below its title.`,
  h1: 'Each page needs exactly one main heading (h1) that says what it is about.',
  canonical: 'Each page needs one canonical link to an address of the website, so that copies of it count as one page.',
  https: 'Pages must be served over https: browsers warn of others, and search engines rank them lower.',
  status: 'Pages of the website must be answered with a status of 200 to 299: others cannot be found or quoted.',
  speed: `Pages must begin to answer within ${LIMITS.milliseconds} milliseconds: crawlers leave slow websites early.`,
  weight: `The HTML of a page must have at most ${LIMITS.bytes / 1024} KiB: crawlers do not read longer ones to their end.`,
  alt: 'Each image needs a description (alt), which may be empty for decoration: assistants do not see the picture.',
  json_ld: 'Each page needs structured data (JSON-LD) without errors, from which assistants take facts.',
  json_ld_agrees: 'Name, phone, address and website in structured data must be those of the organization’s profile.',
  sitemap: 'The website needs a sitemap, named in robots.txt or at /sitemap.xml, so that crawlers find every page.',
  ai_crawlers: `robots.txt must let in the crawlers of AI assistants (${AI_CRAWLERS.join(', ')}): one that is kept out cannot quote the website.`,
  llms_txt: 'A file /llms.txt sums the website up for assistants. Few of them read it yet, so it counts little.',
};

/** The result of an audit, from what was seen. A check that concerns nothing has a total of 0. */
export function auditResult({ pages, sitemapPages, hasLlmsTxt, allowedCrawlers }: SeenSite) {
  const verdicts = pages.map((page) => ({ page, of: verdictsOf(page) }));
  const counted = (key: AuditCheck) => {
    const of = verdicts.flatMap((page) => page.of.filter((verdict) => verdict.key === key && verdict.passed !== null));
    return { passed: of.filter(({ passed }) => passed).length, total: of.length };
  };
  const one = (passes: boolean) => ({ passed: Number(passes), total: 1 });
  const site: Partial<Record<AuditCheck, { passed: number; total: number }>> = {
    sitemap: one(sitemapPages > 0),
    ai_crawlers: { passed: allowedCrawlers.length, total: AI_CRAWLERS.length },
    llms_txt: one(hasLlmsTxt),
  };
  const failing: Partial<Record<AuditCheck, string[]>> = {
    json_ld_agrees: [...new Set(pages.flatMap(({ stated }) => stated.differing))],
    ai_crawlers: AI_CRAWLERS.filter((crawler) => !allowedCrawlers.includes(crawler)),
  };
  return {
    pages: verdicts.map(({ page: { url, status }, of }) => ({
      url,
      status,
      score: pageScore(of),
      issues: of.filter(({ passed }) => passed === false).map(({ key }) => key),
    })),
    checks: AUDIT_CHECKS.map(
      (key): StoredAuditCheck => ({
        key,
        label: CHECK_LABELS[key],
        ...(site[key] ?? counted(key)),
        weight: WEIGHTS[key],
        why: WHY[key],
        failing: failing[key] ?? [],
      }),
    ),
  };
}
