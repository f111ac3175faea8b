import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb } from '../../../db/handles.ts';
import { organizations } from '../../../db/schema/index.ts';
import { notFound } from '../../../server/errors.ts';
import { record } from '../../../server/identity/security-trail.ts';
import { TEXT } from '../../../server/limits/sizes.ts';
import { adminOnly, signedInProcedure } from '../../../server/trpc/ladder.ts';
import { Data, Timestamp } from '../../shapes.ts';
import { authRoutes } from '../routes.ts';
import { line, OrgId, OrgName, Phone, ProperName, TimeZone, WebAddress } from '../shapes.ts';

const { get, put } = authRoutes('Organization');

/** An industry: letters only, because it is passed on to the insights service and must not carry an address or a link. */
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
};

const Organization = z
  .object({
    id: OrgId,
    name: OrgName,
    vertical: z.string().nullable().meta(FIELDS.vertical),
    website: z.string().nullable().meta(FIELDS.website),
    timezone: z.string().meta(FIELDS.timezone),
    address: z.string().nullable().meta(FIELDS.address),
    phone: z.string().nullable().meta(FIELDS.phone),
    createdAt: Timestamp.describe('When the organization was created.'),
    updatedAt: Timestamp.describe('When the record was last changed.'),
  })
  .meta({ id: 'Organization', description: 'The record of an organization.' });

/** A partial update: omitted fields keep their value, `null` clears. Name and time zone cannot be cleared. */
const OrganizationEdit = z
  .object({
    name: ProperName.meta(FIELDS.name),
    vertical: Vertical.nullable().meta(FIELDS.vertical),
    website: WebAddress.nullable().meta(FIELDS.website),
    timezone: TimeZone.meta(FIELDS.timezone),
    address: line(TEXT.address).nullable().meta(FIELDS.address),
    phone: Phone.nullable().meta(FIELDS.phone),
  })
  .partial();

async function readRecord(db: AccountDb, orgId: string) {
  const [data] = await db.select().from(organizations).where(eq(organizations.id, orgId));
  if (!data) throw notFound();
  return { ok: true as const, data };
}

// Listings are compared with the record and days begin in its time zone: a change makes computed results stale.
const staleVersions = {
  scoresVersion: sql`${organizations.scoresVersion} + 1`,
  factsVersion: sql`${organizations.factsVersion} + 1`,
};

export const organizationProcedures = {
  get: signedInProcedure
    .meta(
      get('/auth/org', 'Get the organization', {
        description: 'The record of the organization of this session. Every member may read it.',
        returns: 'The organization.',
      }),
    )
    .output(Data(Organization))
    .query(({ ctx: { db, tenant } }) => readRecord(db, tenant.clientId)),

  update: signedInProcedure
    .meta(
      put('/auth/org', 'Update the organization', {
        description:
          'Changes the fields that are sent. `null` clears a field; omitted fields keep their value. Administrators only.',
        returns: 'The organization after the change.',
      }),
    )
    .input(OrganizationEdit)
    .use(adminOnly)
    .output(Data(Organization))
    .mutation(async ({ ctx: { db, tenant, user, request }, input }) => {
      const fields = Object.keys(input);
      if (fields.length === 0) return readRecord(db, tenant.clientId);

      return db.transaction(async (tx) => {
        await tx
          .update(organizations)
          .set({ ...input, ...staleVersions })
          .where(eq(organizations.id, tenant.clientId));
        const subject = { userId: user.id, orgId: tenant.clientId };
        await record(tx, request, { type: 'organization_updated', ...subject, details: { fields } });
        return readRecord(tx, tenant.clientId);
      });
    }),
};
