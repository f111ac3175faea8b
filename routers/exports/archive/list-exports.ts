import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDb } from '../../../db/handles.ts';
import { clientExports, exportStatus } from '../../../db/schema/index.ts';
import type { Deps } from '../../../server/deps.ts';
import { KEY } from '../../../server/lists/cursor.ts';
import { keyset } from '../../../server/lists/keyset.ts';
import { endPage } from '../../../server/lists/page.ts';
import { Timestamp, Uuid } from '../../values/shapes.ts';
import { archives } from './archives.ts';

export const ClientExport = z
  .object({
    id: Uuid.describe('Id of the export.'),
    status: z.enum(exportStatus.enumValues).describe('`ready` exports can be downloaded.'),
    url: z.url().nullable().meta({
      description:
        'Address of the archive while it is ready. Valid until `expiresAt`, without a session. One from the list of the organization is 403 `CLIENT_SUSPENDED` while the organization is suspended.',
      example:
        'https://portal.example.com/reports/kq3Vd9xT0m1bYfHnR7cJ2wLpD5sUaE8gKiN4oVtB6yM/export-harbor-street-dental-2026-02-15.zip',
    }),
    createdAt: Timestamp.describe('When it was requested.'),
    expiresAt: Timestamp.nullable().describe('When the archive is deleted; null until it is ready.'),
  })
  .meta({ id: 'ClientExport', description: 'An archive of all that an organization has.' });

type Row = typeof clientExports.$inferSelect;

const { id, orgId, createdAt } = clientExports;
const order = keyset('exports', 'desc', [createdAt, KEY.moment], [id, KEY.id]);

/** An export as responses show it. */
export const shownExport = ({ id, status, createdAt, expiresAt }: Row, url: string | null = null) => ({
  id,
  status,
  url,
  createdAt,
  expiresAt: status === 'ready' ? expiresAt : null,
});

interface Reading {
  db: AccountDb;
  deps: Pick<Deps, 'use'>;
}

/**
 * A page of the exports of an organization, newest first, with the addresses, for its readers, of those that are ready.
 */
export async function readExports(
  ctx: Reading & Parameters<typeof endPage>[0],
  client: { id: string; name: string },
  input: { limit: number; after?: string | undefined },
  readers: 'members' | 'operators',
) {
  const rows = await ctx.db
    .select()
    .from(clientExports)
    .where(and(eq(orgId, client.id), order.after(input.after)))
    .orderBy(...order.orderBy)
    .limit(input.limit + 1);
  const page = endPage(ctx, input, rows, (row) => order.cursorOf([row.createdAt.toISOString(), row.id]));
  const { linkTo, linkForMembers } = ctx.deps.use(archives);
  const link = readers === 'operators' ? linkTo : linkForMembers;
  const urlOf = ({ file, status, createdAt, expiresAt }: Row) =>
    status === 'ready' && expiresAt ? link({ file, createdAt, expiresAt }, client.name) : null;
  return Promise.all(page.map(async (row) => shownExport(row, await urlOf(row))));
}
