import { randomUUIDv7 } from 'node:crypto';
import { count, eq, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { TenantDb } from '../../db/handles.ts';
import { measurementPrompts, organizations } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { notFound, PortalError } from '../../server/errors.ts';
import { KEY } from '../../server/lists/cursor.ts';
import { keyset } from '../../server/lists/keyset.ts';
import { endPage, PAGED } from '../../server/lists/page.ts';
import { adminOnly, tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { planGrants } from '../plans/granted.ts';
import { withinPlan } from '../plans/within-plan.ts';
import { atLeastOneOf, ById, Data, Ok, paging } from '../values/shapes.ts';
import { questionKey } from '../visibility/public.ts';
import { MeasurementPrompt, PROMPT_FIELDS, PROMPT_TEXT, PromptTags } from './prompt-fields.ts';

const MOST = 500;

const { get, post, put, del } = rest('Measurement');

const { id: promptId, createdAt } = measurementPrompts;
const order = keyset('measurement-prompts', 'asc', [createdAt, KEY.moment], [promptId, KEY.id]);

const Filter = z.object({
  ...paging(100, 500),
  active: z.boolean().describe('Only questions that are, or are not, asked.').optional(),
});

/** Concurrent changes of the questions are made one after the other. */
const lockPrompts = (tx: TenantDb, { clientId }: Tenant) =>
  tx.execute(sql`select from ${organizations} where id = ${clientId}::uuid for no key update`);

/** @throws PROMPT_EXISTS, PROMPT_LIMIT if one more question may not become active */
async function requireRoom(tx: TenantDb, tenant: Tenant, key: string, except?: string) {
  const others = ownedBy(
    tenant,
    measurementPrompts,
    eq(measurementPrompts.active, true),
    except ? ne(promptId, except) : undefined,
  );
  const [found] = await tx
    .select({
      active: count(),
      same: sql<number>`(count(*) filter (where ${measurementPrompts.questionKey} = ${key}))::int`,
    })
    .from(measurementPrompts)
    .where(others);
  if (found?.same) throw new PortalError('PROMPT_EXISTS');
  if ((found?.active ?? 0) >= MOST) throw new PortalError('PROMPT_LIMIT');
}

async function findPrompt(tx: TenantDb, tenant: Tenant, id: string) {
  const [prompt] = await tx
    .select()
    .from(measurementPrompts)
    .where(ownedBy(tenant, measurementPrompts, eq(promptId, id)));
  if (!prompt) throw notFound();
  return prompt;
}

/** @throws PROMPT_EXISTS if there is a prompt of this question, asked or not, beside the one that is changed */
async function requireNew(tx: TenantDb, tenant: Tenant, key: string, except: string) {
  const same = ownedBy(tenant, measurementPrompts, eq(measurementPrompts.questionKey, key), ne(promptId, except));
  const [found] = await tx.select({ id: promptId }).from(measurementPrompts).where(same).limit(1);
  if (found) throw new PortalError('PROMPT_EXISTS', 'There is a prompt of this question already.');
}

type NewPrompt = typeof measurementPrompts.$inferInsert;

async function insertPrompt(tx: TenantDb, prompt: NewPrompt) {
  const [made] = await tx.insert(measurementPrompts).values(prompt).returning();
  if (!made) throw new Error('A prompt was not inserted.');
  return made;
}

export const promptProcedures = {
  list: tenantProcedure
    .meta(
      get('/visibility/measurement/prompts', 'List prompts', {
        description: 'The questions that runs put to AI assistants, and those that they did.',
        returns: 'The prompts, oldest first.',
        ...PAGED,
      }),
    )
    .input(Filter)
    .output(Data(z.array(MeasurementPrompt).describe('The prompts, oldest first.')))
    .query(async ({ ctx, input }) => {
      const active = input.active === undefined ? undefined : eq(measurementPrompts.active, input.active);
      const rows = await ctx.db
        .select()
        .from(measurementPrompts)
        .where(ownedBy(ctx.tenant, measurementPrompts, active, order.after(input.after)))
        .orderBy(...order.orderBy)
        .limit(input.limit + 1);
      const data = endPage(ctx, input, rows, (row) => order.cursorOf([row.createdAt.toISOString(), row.id]));
      return { ok: true, data };
    }),

  create: tenantProcedure
    .meta(
      post('/visibility/measurement/prompts', 'Create a prompt', {
        description: `At most ${MOST} are active, or as many as the plan grants, one of a question among them, in whatever case and spacing. Administrators only.`,
        returns: 'The new prompt.',
        status: 201,
        errors: ['PROMPT_EXISTS', 'PROMPT_LIMIT', 'PLAN_LIMIT'],
      }),
    )
    .input(z.object(PROMPT_FIELDS))
    .use(adminOnly)
    .output(Data(MeasurementPrompt))
    .mutation(async ({ ctx: { db, tenant, deps }, input }) => {
      const key = questionKey(input.text);
      const granted = await deps.use(planGrants).of(tenant.clientId);
      const data = await db.transaction(async (tx) => {
        await lockPrompts(tx, tenant);
        await requireRoom(tx, tenant, key);
        await withinPlan(tx, tenant, granted, { limit: 'prompts' });
        return insertPrompt(tx, { ...input, clientId: tenant.clientId, questionKey: key });
      });
      return { ok: true, data };
    }),

  update: tenantProcedure
    .meta(
      put('/visibility/measurement/prompts/{id}', 'Update a prompt', {
        example: { body: { tags: ['implants'] } },
        description:
          'Changes the given fields, at least one. Another question is another prompt, under a new id: the old one becomes inactive, and its readings stay. Administrators only.',
        returns: 'The prompt after the change.',
        errors: ['PROMPT_EXISTS', 'PROMPT_LIMIT', 'PLAN_LIMIT'],
      }),
    )
    .input(atLeastOneOf({ tags: PromptTags, active: z.boolean().describe('Whether runs ask it.'), text: PROMPT_TEXT }))
    .use(adminOnly)
    .output(Data(MeasurementPrompt))
    .mutation(async ({ ctx: { db, tenant, deps }, input: { id, ...edit } }) => {
      const granted = await deps.use(planGrants).of(tenant.clientId);
      const data = await db.transaction(async (tx) => {
        await lockPrompts(tx, tenant);
        const before = await findPrompt(tx, tenant, id);
        const { tags = before.tags, active = before.active, text = before.text } = edit;
        const after = { ...before, tags, active, text };
        const key = questionKey(after.text);
        const isOther = key !== before.questionKey;
        if (after.active) await requireRoom(tx, tenant, key, id);
        // Else changes at once, of which the first makes the old one inactive, would each add an inactive prompt.
        else if (isOther) await requireNew(tx, tenant, key, id);
        if (after.active && !before.active) await withinPlan(tx, tenant, granted, { limit: 'prompts' });
        const [kept] = await tx
          .update(measurementPrompts)
          .set(isOther ? { active: false } : { tags, active, text })
          .where(ownedBy(tenant, measurementPrompts, eq(promptId, id)))
          .returning();
        if (!kept) throw notFound();
        const { createdAt: _, ...copied } = after;
        return isOther ? insertPrompt(tx, { ...copied, id: randomUUIDv7(), questionKey: key }) : kept;
      });
      return { ok: true, data };
    }),

  remove: tenantProcedure
    .meta(
      del('/visibility/measurement/prompts/{id}', 'Delete a prompt', {
        description: 'Runs ask it no more; its readings stay. Administrators only.',
        returns: 'The prompt is inactive.',
      }),
    )
    .input(ById)
    .use(adminOnly)
    .output(Ok)
    .mutation(async ({ ctx: { db, tenant }, input: { id } }) => {
      const [prompt] = await db
        .update(measurementPrompts)
        .set({ active: false })
        .where(ownedBy(tenant, measurementPrompts, eq(promptId, id)))
        .returning();
      if (!prompt) throw notFound();
      return { ok: true };
    }),
};
