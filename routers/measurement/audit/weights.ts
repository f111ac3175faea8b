import type { AuditCheck } from '../../../db/schema/audit-checks.ts';

/** What each check counts, of 100 together. */
export const WEIGHTS: Record<AuditCheck, number> = {
  title: 10,
  description: 6,
  h1: 6,
  canonical: 5,
  https: 10,
  status: 15,
  speed: 8,
  weight: 4,
  alt: 6,
  json_ld: 8,
  json_ld_agrees: 8,
  sitemap: 4,
  ai_crawlers: 9,
  llms_txt: 1,
};

export const CHECK_LABELS: Record<AuditCheck, string> = {
  title: 'Title',
  description: 'Description',
  h1: 'Main heading',
  canonical: 'Canonical address',
  https: 'Encrypted connection',
  status: 'Reachable pages',
  speed: 'Response time',
  weight: 'Page size',
  alt: 'Image descriptions',
  json_ld: 'Structured data',
  json_ld_agrees: 'Structured data agree with the profile',
  sitemap: 'Sitemap',
  ai_crawlers: 'Crawlers of AI assistants',
  llms_txt: 'llms.txt',
};
