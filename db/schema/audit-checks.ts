/** The checks of each page of a website, by key. */
export const PAGE_CHECKS = [
  'title',
  'description',
  'h1',
  'canonical',
  'https',
  'status',
  'speed',
  'weight',
  'alt',
  'json_ld',
  'json_ld_agrees',
] as const;

/** All checks of an audit: those of pages, and those of the website as a whole. */
export const AUDIT_CHECKS = [...PAGE_CHECKS, 'sitemap', 'ai_crawlers', 'llms_txt'] as const;

export type PageCheck = (typeof PAGE_CHECKS)[number];
export type AuditCheck = (typeof AUDIT_CHECKS)[number];

/** Why an audit failed; `forbidden`: by robots.txt; `left_domain`: by a redirect away from the website. */
export const AUDIT_FAILURES = [
  'timeout',
  'connection',
  'refused_address',
  'forbidden',
  'left_domain',
  'too_many_redirects',
] as const;

export type AuditFailure = (typeof AUDIT_FAILURES)[number];
