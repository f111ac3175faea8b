import { getTableColumns } from 'drizzle-orm';
import { z } from 'zod';
import type { TenantDb } from '../../db/handles.ts';
import { contentTemplates } from '../../db/schema/index.ts';
import { nameOrder } from '../../db/schema/name-order.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../server/lists/page.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Data, Part, Timestamp, Uuid } from '../values/shapes.ts';
import { languageOfBusiness, readBusinessRecord } from '../visibility/public.ts';
import { Format } from './shapes.ts';
import { SHARED_TEMPLATES } from './shared-templates.ts';

const { get } = rest('CMS', { weight: 'heavy' });

const Template = z
  .object({
    id: Uuid.describe('Id of the template.'),
    name: z.string().meta({ description: 'Name of the template.', example: 'Service page' }),
    description: z.string().nullable().meta({
      description: 'Purpose of the template.',
      example: 'A service: what it is, who it is for, what it costs and how to book it.',
    }),
    category: z.string().meta({ description: 'Category.', example: 'service' }),
    vertical: z.string().nullable().meta({ description: 'Industry; null for all industries.', example: 'dental' }),
    contentFormat: Format,
    body: z.string().meta({
      description: 'Content with variables as `{{key}}`.',
      example: '## What is {{service}}?',
    }),
    variables: z
      .array(
        z.object({
          key: z.string().meta({ description: 'Key of the variable in the body.', example: 'service' }),
          label: z.string().meta({ description: 'Label for a form.', example: 'Name of the service' }),
          required: z.boolean().describe('Whether a value is required.'),
        }),
      )
      .describe('Variables of the body.'),
    updatedAt: Timestamp.describe('Time of the last change, UTC.'),
  })
  .meta({ id: 'Template', description: 'A template for new pages.' });

const namePlace = nameOrder(contentTemplates.name);
// Shared templates are those without a name in the sort key: they come before all others, in the order of their ids.
const order = keyset('templates', 'asc', [namePlace, KEY.text], [contentTemplates.id, KEY.id]);

/** The shared templates after a cursor, in the language of the client’s customers, for whom pages are written. */
async function sharedAfter(db: TenantDb, tenant: Tenant, after: string | undefined) {
  const [name = '', id = ''] = order.keyOf(after) ?? [];
  if (name !== '') return [];
  const language = languageOfBusiness(await readBusinessRecord(db, tenant));
  return SHARED_TEMPLATES[language].filter((template) => template.id > String(id));
}

const listing = (path: '/cms/templates' | '/templates') =>
  tenantProcedure
    .meta(
      get(path, 'List page templates', {
        description:
          'The shared templates of the portal, then the organization’s own templates by name. The shared ones are in German where the organization’s address or time zone is in Germany, Austria or Switzerland, else in English; their ids and variables are the same.',
        returns: 'The templates, shared ones first.',
        ...PAGED,
      }),
    )
    .input(Part)
    .output(Data(z.array(Template).describe('The templates.')))
    .query(async ({ ctx, input }) => {
      const { db, tenant } = ctx;
      const { limit, offset, after } = input;
      const allShared = await sharedAfter(db, tenant, after);
      const shared = allShared.slice(offset, offset + limit + 1);
      const own = await db
        .select({ ...getTableColumns(contentTemplates), namePlace })
        .from(contentTemplates)
        .where(ownedBy(tenant, contentTemplates, order.after(after)))
        .orderBy(...order.orderBy)
        .limit(limit + 1 - shared.length)
        .offset(Math.max(0, offset - allShared.length));
      const cursorOf = ({ id, namePlace: place = '' }: { id: string; namePlace?: string }) =>
        order.cursorOf([place, id]);
      return { ok: true, data: endPage(ctx, input, [...shared, ...own], cursorOf) };
    });

export const cmsTemplates = listing('/cms/templates');
export const templates = listing('/templates');
