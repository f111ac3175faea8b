import { asc } from 'drizzle-orm';
import { z } from 'zod';
import { contentTemplates } from '../../db/schema/index.ts';
import { ownedBy } from '../../db/tenant.ts';
import { endList, HAS_MORE } from '../../server/http/list-end.ts';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Data, Part, Timestamp, Uuid } from '../shapes.ts';
import { Format } from './shapes.ts';
import { SHARED_TEMPLATES } from './shared-templates.ts';

const { get } = rest('CMS');

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

const listing = (path: '/cms/templates' | '/templates') =>
  tenantProcedure
    .meta(
      get(path, 'List page templates', {
        description: 'The shared templates of the portal, then the organization’s own templates by name.',
        returns: 'The templates, shared ones first.',
        ...HAS_MORE,
      }),
    )
    .input(Part)
    .output(Data(z.array(Template).describe('The templates.')))
    .query(async ({ ctx: { db, tenant, reply }, input: { limit, offset } }) => {
      const shared = SHARED_TEMPLATES.slice(offset, offset + limit + 1);
      const own = await db
        .select()
        .from(contentTemplates)
        .where(ownedBy(tenant, contentTemplates))
        .orderBy(asc(contentTemplates.name), asc(contentTemplates.id))
        .limit(limit + 1 - shared.length)
        .offset(Math.max(0, offset - SHARED_TEMPLATES.length));
      return { ok: true, data: endList(reply, [...shared, ...own], limit) };
    });

export const cmsTemplates = listing('/cms/templates');
export const templates = listing('/templates');
