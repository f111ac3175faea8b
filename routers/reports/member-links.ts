import { randomUUIDv7 } from 'node:crypto';
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { TenantDb } from '../../db/handles.ts';
import { clientReports, reportLinks } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { invalid, notFound, PortalError } from '../../server/errors.ts';
import { fingerprint } from '../../server/identity/tokens.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../server/lists/page.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { callingPerson } from '../values/people.ts';
import { ById, Data, Id, Moment, Ok, paging, Success, singleLine, Timestamp, Uuid } from '../values/shapes.ts';
import { codeHashOf, newLinkToken } from './link-tokens.ts';
import { findSentReport } from './member-reports.ts';
import { LINKS } from './settings.ts';

// What support does must not hand a client’s report to others.
const { get, post, del } = rest('Reports', { peopleOnly: true });
const NO_SUPPORT = { support: 'never' } as const;

/** Links of one report that are open at the same time. */
const MOST = 100;

const LinkFields = {
  id: Uuid.describe('Id of the link.'),
  expiresAt: Timestamp.describe('When it stops to open.'),
};

const ReportLink = z
  .object({
    ...LinkFields,
    createdAt: Timestamp.describe('When it was made.'),
    hasCode: z.boolean().describe('Whether it asks for a code.'),
  })
  .meta({ id: 'ReportLink', description: 'A link that opens a report without an account. Its address is not stored.' });

const MadeLink = z
  .object({
    ok: Success,
    ...LinkFields,
    url: z
      .url()
      .optional()
      .meta({
        description: 'Its address, shown once.',
        example: `https://portal.example.com/r/${'kq3Vd9xT0m1bYfHn'.repeat(4)}`,
      }),
  })
  .meta({ id: 'MadeReportLink', description: 'A new link, with its address.' });

const NewLink = ById.extend({
  expiresAt: Moment.meta({
    description: 'When it stops to open: at most 90 days from now; in 30 days by default.',
    example: '2027-01-15T12:00:00Z',
  }).optional(),
  code: singleLine(64)
    .min(4)
    .meta({ description: 'What somebody has to type to open it.', minLength: 4, maxLength: 64, example: 'harbour-42' })
    .optional(),
});

const { id, reportId, recipientId, createdAt, expiresAt } = reportLinks;
const order = keyset('report links', 'desc', [createdAt, KEY.moment], [id, KEY.id]);

/** Links that members made and that still open. */
const isOpen = (report: string) =>
  and(eq(reportId, report), isNull(recipientId), gt(expiresAt, sql`now()`), lt(reportLinks.failures, LINKS.wrongCodes));

/** @throws VALIDATION_ERROR */
function endOf(asked: string | undefined) {
  const end = asked === undefined ? Date.now() + LINKS.usual : Date.parse(asked);
  if (end <= Date.now()) throw invalid('expiresAt', 'must be in the future');
  if (end > Date.now() + LINKS.most) throw invalid('expiresAt', 'must be at most 90 days from now');
  return new Date(end);
}

type NewLinkRow = Omit<typeof reportLinks.$inferInsert, 'clientId'>;

/** Stores a link to a sent report. @throws NOT_FOUND; INVALID_TRANSITION where it has as many as may open */
export async function storeLink(tx: TenantDb, tenant: Tenant, link: NewLinkRow) {
  await findSentReport(tx, tenant, link.reportId);
  // Locked, so that links made at the same time are counted.
  await tx
    .select({ id: clientReports.id })
    .from(clientReports)
    .where(ownedBy(tenant, clientReports, eq(clientReports.id, link.reportId)))
    .for('update');
  if ((await tx.$count(reportLinks, ownedBy(tenant, reportLinks, isOpen(link.reportId)))) >= MOST)
    throw new PortalError('INVALID_TRANSITION', `A report has at most ${MOST} links. Please end one first.`);
  await tx.insert(reportLinks).values({ clientId: tenant.clientId, ...link });
}

export const memberLinkProcedures = {
  list: tenantProcedure
    .meta(
      get('/reports/{id}/links', 'List links of a report', {
        description: 'The links that members of the organization made and that still open, without their addresses.',
        returns: 'The links, newest first.',
        ...PAGED,
      }),
    )
    .input(ById.extend(paging(50, 200)))
    .output(Data(z.array(ReportLink).describe('The links, newest first.')))
    .query(async ({ ctx, input }) => {
      await findSentReport(ctx.db, ctx.tenant, input.id);
      const rows = await ctx.db
        .select()
        .from(reportLinks)
        .where(ownedBy(ctx.tenant, reportLinks, isOpen(input.id), order.after(input.after)))
        .orderBy(...order.orderBy)
        .limit(input.limit + 1);
      const page = endPage(ctx, input, rows, (row) => order.cursorOf([row.createdAt.toISOString(), row.id]));
      return { ok: true, data: page.map((row) => ({ ...row, hasCode: row.codeHash !== null })) };
    }),

  create: tenantProcedure
    .meta(
      post('/reports/{id}/links', 'Create a link to a report', {
        description: `Makes an address that opens the report without an account, for whoever has it. Five wrong codes in a row end a link. A report has at most ${MOST} links that open.`,
        returns: 'The link, with its address.',
        status: 201,
        secrets: ['url'],
        ...NO_SUPPORT,
        errors: ['INVALID_TRANSITION'],
      }),
    )
    .input(NewLink)
    .output(MadeLink)
    .mutation(async ({ ctx, input }) => {
      const { db, tenant, deps } = ctx;
      const until = endOf(input.expiresAt);
      const token = newLinkToken(tenant.clientId);
      const linkId = randomUUIDv7();
      const createdBy = callingPerson(ctx.caller);
      await db.transaction((tx) =>
        storeLink(tx, tenant, {
          id: linkId,
          reportId: input.id,
          createdBy,
          tokenHash: fingerprint(token),
          codeHash: input.code === undefined ? null : codeHashOf(deps.env, linkId, input.code),
          expiresAt: until,
        }),
      );
      return { ok: true, id: linkId, url: `${deps.env.PUBLIC_URL}/r/${token}`, expiresAt: until };
    }),

  remove: tenantProcedure
    .meta(
      del('/reports/{id}/links/{linkId}', 'End a link to a report', {
        description: 'From then on its address opens nothing.',
        returns: 'It is ended.',
        ...NO_SUPPORT,
      }),
    )
    .input(ById.extend({ linkId: Id.describe('Id of the link.') }))
    .output(Ok)
    .mutation(async ({ ctx, input }) => {
      const gone = await ctx.db
        .delete(reportLinks)
        .where(ownedBy(ctx.tenant, reportLinks, isOpen(input.id), eq(id, input.linkId)))
        .returning({ id });
      if (gone.length === 0) throw notFound();
      return { ok: true };
    }),
};
