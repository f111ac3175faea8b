import { asc } from 'drizzle-orm';
import { z } from 'zod';
import { contentTemplates } from '../../db/schema/index.ts';
import { ownedBy } from '../../db/tenant.ts';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Data, Part, Timestamp } from '../shapes.ts';
import { Format } from './shapes.ts';
import { SHARED_TEMPLATES } from './shared-templates.ts';

const { get } = rest('CMS');

const Template = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string().nullable(),
  category: z.string(),
  vertical: z.string().nullable(),
  contentFormat: Format,
  /** Variables stand in it as `{{key}}`. */
  body: z.string(),
  variables: z.array(z.object({ key: z.string(), label: z.string(), required: z.boolean() })),
  updatedAt: Timestamp,
});

const listing = (path: '/cms/templates' | '/templates') =>
  tenantProcedure
    .meta(get(path, 'Templates for new pages: those that everybody has, then the organization’s own by name'))
    .input(Part)
    .output(Data(z.array(Template)))
    .query(async ({ ctx: { db, tenant }, input: { limit, offset } }) => {
      const shared = SHARED_TEMPLATES.slice(offset, offset + limit);
      const own = await db
        .select()
        .from(contentTemplates)
        .where(ownedBy(tenant, contentTemplates))
        .orderBy(asc(contentTemplates.name), asc(contentTemplates.id))
        .limit(limit - shared.length)
        .offset(Math.max(0, offset - SHARED_TEMPLATES.length));
      return { ok: true, data: [...shared, ...own] };
    });

export const cmsTemplates = listing('/cms/templates');
export const templates = listing('/templates');
