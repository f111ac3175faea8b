import type { AuditFailure } from '../../../db/schema/audit-checks.ts';

/** Why an audit failed, in a sentence. */
export const AUDIT_REASONS: Record<AuditFailure, string> = {
  timeout: 'The website did not answer in time.',
  connection: 'The website, or its robots.txt, could not be reached.',
  refused_address: 'The website is not at a public address.',
  forbidden: 'The website’s robots.txt forbids to read its start page.',
  left_domain: 'The start page redirects to another domain. Set the start address to the one it leads to.',
  too_many_redirects: 'The start page redirects too often.',
};
