import { z } from 'zod';
import { AUDIT_CHECKS, AUDIT_FAILURES, PAGE_CHECKS } from '../../../db/schema/audit-checks.ts';
import { tenantProcedure } from '../../../server/trpc/procedures.ts';
import { rest } from '../../../server/trpc/rest.ts';
import { Data, Timestamp } from '../../values/shapes.ts';
import { AUDIT_REASONS } from './reasons.ts';
import { latestAudit } from './store.ts';

const { get } = rest('Visibility');

const AuditPage = z
  .object({
    url: z.string().meta({ description: 'Address of the page.', example: 'https://harbordental.example/implants' }),
    status: z.number().int().nullable().meta({ description: 'HTTP status; null without an answer.', example: 200 }),
    score: z.number().meta({ description: 'Weighted share of the checks it passes, 0–100.', example: 86.1 }),
    issues: z.array(z.enum(PAGE_CHECKS)).describe('Keys of the checks that it fails.'),
  })
  .meta({ id: 'AuditPage', description: 'A page of the website as the audit saw it.' });

const AuditCheck = z
  .object({
    key: z.enum(AUDIT_CHECKS).describe('Key of the check.'),
    label: z.string().meta({ description: 'Name of the check.', example: 'Title' }),
    passed: z.number().int().meta({ description: 'Pages, or crawlers, that pass it.', example: 11 }),
    total: z.number().int().meta({ description: 'Pages, or crawlers, that it concerns.', example: 12 }),
    weight: z.number().meta({ description: 'Its part of the score of the website, of 100.', example: 10 }),
    why: z.string().meta({
      description: 'What passes it, and what that is good for.',
      example:
        'Each page needs a title of at most 70 characters: search engines and assistants show it as the page’s name.',
    }),
    failing: z
      .array(z.string().meta({ description: 'A name.', example: 'GPTBot' }))
      .max(100)
      .meta({
        description:
          'What fails by name: crawlers for `ai_crawlers`; `name`, `phone`, `address` or `website` for `json_ld_agrees`.',
      }),
  })
  .meta({ id: 'AuditCheck', description: 'The result of a check.' });

const SiteAudit = z
  .object({
    asOf: Timestamp.nullable().describe('End of the audit; null before the first.'),
    startUrl: z.string().nullable().meta({
      description: 'Where the audit began; null before the first.',
      example: 'https://harbordental.example/',
    }),
    pages: z
      .array(AuditPage)
      .max(50)
      .describe('The pages that were read, at most 50, in the order of their discovery.'),
    checks: z.array(AuditCheck).max(50).describe('The results of the checks; empty before the first audit.'),
    failure: z
      .object({
        at: Timestamp.describe('When the latest audit failed.'),
        code: z.enum(AUDIT_FAILURES).describe('The reason as a code; `left_domain`: by a redirect.'),
        reason: z
          .string()
          .meta({ description: 'The reason in a sentence.', example: 'The website did not answer in time.' }),
      })
      .nullable()
      .describe('Why the latest audit failed; null if it did not.'),
  })
  .meta({ id: 'SiteAudit', description: 'The latest audit of the organization’s website.' });

export const siteAuditProcedures = {
  siteAudit: tenantProcedure
    .meta(
      get('/visibility/site-audit', 'Get the site audit', {
        tool: { name: 'get_site_audit', hint: 'For technical faults of the website and why they matter.' },
        description:
          'What the latest audit of the website found. An audit that fails keeps the results of the one before.',
        returns: 'The pages and the results of the checks.',
      }),
    )
    .output(Data(SiteAudit))
    .query(async ({ ctx: { db, tenant } }) => {
      const audit = await latestAudit(db, tenant);
      const { completedAt: asOf = null, startUrl = null, pages = [], checks = [] } = audit ?? {};
      const { failedAt: at, failure: code } = audit ?? {};
      const failure = at && code ? { at, code, reason: AUDIT_REASONS[code] } : null;
      return { ok: true, data: { asOf, startUrl, pages, checks, failure } };
    }),
};
