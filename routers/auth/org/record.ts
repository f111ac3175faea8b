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
import { line, Name, Phone, TimeZone, WebAddress } from '../shapes.ts';

const { get, put } = authRoutes('Organization');

/** The industry, as a word or a few: no digit or sign, so that no address, number or link gets in with it. */
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
  .meta({ maxLength: 40, example: 'dental', description: 'The industry: lower-case words joined by underscores.' });

const Organization = z.object({
  id: z.uuid(),
  name: z.string(),
  vertical: z.string().nullable(),
  website: z.string().nullable(),
  timezone: z.string(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

/** Partial: what is left out stays, `null` clears. An organization always has a name and a time zone. */
const OrganizationEdit = z
  .object({
    name: Name,
    vertical: Vertical.nullable(),
    website: WebAddress.nullable(),
    timezone: TimeZone,
    address: line(TEXT.address).nullable().meta({ example: '12 Harbor Street, Suite 3, Portland, ME 04101' }),
    phone: Phone.nullable(),
  })
  .partial();

async function readRecord(db: AccountDb, orgId: string) {
  const [data] = await db.select().from(organizations).where(eq(organizations.id, orgId));
  if (!data) throw notFound();
  return { ok: true as const, data };
}

// What is computed from the record is stale once it changes: listings are compared with it, days begin where it says.
const staleVersions = {
  scoresVersion: sql`${organizations.scoresVersion} + 1`,
  factsVersion: sql`${organizations.factsVersion} + 1`,
};

// `auth.org` is the name of the router itself, so the record at its path has one of its own.
export const organizationProcedures = {
  get: signedInProcedure
    .meta(get('/auth/org', 'The organization’s record'))
    .output(Data(Organization))
    .query(({ ctx: { db, tenant } }) => readRecord(db, tenant.clientId)),

  update: signedInProcedure
    .meta(put('/auth/org', 'Change the organization’s record (administrators)'))
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
