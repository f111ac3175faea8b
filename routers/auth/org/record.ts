import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { organizations } from '../../../db/schema/index.ts';
import { TEXT } from '../../../server/limits/sizes.ts';
import { Modules } from '../../modules.ts';
import { Label } from '../../values/fields.ts';
import { Timestamp } from '../../values/shapes.ts';
import { line, OrgId, OrgName, Phone, ProperName, TimeZone, WebAddress } from '../shapes.ts';
import { SignInPolicy } from '../sign-in-policy.ts';

/**
 * An industry: letters only, because it is passed on to the insights service and must not carry an address or a link.
 */
const Vertical = z
  .string()
  .max(TEXT.name)
  .transform((text) =>
    text
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_'),
  )
  .pipe(z.string().regex(/^(?=.{1,40}$)[a-z]+(_[a-z]+)*$/, 'must be a few words of plain letters, at most 40'))
  .meta({ maxLength: 40 });

const FIELDS = {
  name: { description: 'Organization name.', example: 'Harbor Street Dental' },
  vertical: { description: 'Industry, in lower-case words joined by underscores.', example: 'dental' },
  website: { description: 'Web address of the organization.', example: 'https://harborstreetdental.example' },
  timezone: { description: 'IANA time zone; days begin at its midnight.', example: 'America/New_York' },
  address: { description: 'Postal address.', example: '12 Harbor Street, Suite 3, Portland, ME 04101' },
  phone: { description: 'Phone number.', example: '+12075550142' },
  primaryAnalyticsSource: {
    description:
      'Analytics source whose visits are shown; null for the one with the most days in the last 90, then by name.',
    example: 'google_analytics',
  },
};

export const QuestionText = z
  .enum(['redacted', 'topics'])
  .describe(
    'What the insights service is sent of a question: `redacted` its words without personal data, `topics` no word of it, only what it is about.',
  );

export const Organization = z
  .object({
    id: OrgId,
    name: OrgName,
    vertical: z.string().nullable().meta(FIELDS.vertical),
    website: z.string().nullable().meta(FIELDS.website),
    timezone: z.string().meta(FIELDS.timezone),
    address: z.string().nullable().meta(FIELDS.address),
    phone: z.string().nullable().meta(FIELDS.phone),
    primaryAnalyticsSource: z.string().nullable().meta(FIELDS.primaryAnalyticsSource),
    requireTwoFactor: z
      .boolean()
      .describe('Whether members without two-factor sign-in reach only their own account until they set it up.'),
    signIn: SignInPolicy,
    questionText: QuestionText,
    modules: Modules,
    createdAt: Timestamp.describe('When the organization was created.'),
    updatedAt: Timestamp.describe('When the record was last changed.'),
  })
  .meta({ id: 'Organization', description: 'The record of an organization.' });

/** A partial update: omitted fields keep their value, `null` clears. Name and time zone cannot be cleared. */
export const OrganizationEdit = z
  .object({
    name: ProperName.meta(FIELDS.name),
    vertical: Vertical.nullable().meta(FIELDS.vertical),
    website: WebAddress.nullable().meta(FIELDS.website),
    timezone: TimeZone.meta(FIELDS.timezone),
    address: line(TEXT.address).nullable().meta(FIELDS.address),
    phone: Phone.nullable().meta(FIELDS.phone),
    primaryAnalyticsSource: Label.nullable().meta(FIELDS.primaryAnalyticsSource),
  })
  .partial();

// Listings are compared with the record and days begin in its time zone: a change makes computed results stale.
export const staleVersions = {
  scoresVersion: sql`${organizations.scoresVersion} + 1`,
  factsVersion: sql`${organizations.factsVersion} + 1`,
};
