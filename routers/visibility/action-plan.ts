import { z } from 'zod';
import { notFound } from '../../server/errors.ts';
import { dataBytesOf, PAGED, setNext } from '../../server/lists/page.ts';
import { ranking } from '../../server/lists/ranking.ts';
import { router, tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Level } from '../values/fields.ts';
import { callingPerson } from '../values/people.ts';
import { ById, Data, Paging, parsedOnce, Timestamp } from '../values/shapes.ts';
import { decide } from './decisions.ts';
import { actionPlan } from './figures/action-plan.ts';
import { latestScan } from './latest-scan.ts';

const { get, put } = rest('Visibility', { weight: 'heavy' });

const Status = z.enum(['todo', 'in_progress', 'done', 'skipped']);

const PlanItem = z
  .object({
    id: z.uuid().meta({
      description: 'Id of the item, the same in every scan.',
      example: '0c9d8e7f-6a5b-5c4d-8e3f-2a1b0c9d8e7f',
    }),
    title: z.string().meta({ description: 'Title.', example: 'Claim the Apple Maps listing' }),
    description: z.string().meta({
      description: 'The recommended action.',
      example: 'Sign in to Apple Business Connect and confirm the address and opening hours.',
    }),
    status: Status.describe('Status.'),
    impact: Level.describe('Expected effect on visibility.'),
    effort: Level.describe('Expected effort.'),
    category: z.string().meta({ description: 'Category.', example: 'local' }),
    dueDate: z.iso.date().nullable().meta({ description: 'Due date; null if there is none.', example: '2026-03-15' }),
    completedAt: Timestamp.nullable().describe('Time of completion; null while open.'),
  })
  .meta({ id: 'ActionPlanItem', description: 'One item of the action plan.' });

const PlanPhase = z
  .object({
    phase: z.number().int().meta({ description: 'Number of the phase; phases come in this order.', example: 1 }),
    key: z.string().meta({ description: 'Key of the phase.', example: 'foundation' }),
    title: z.string().meta({ description: 'Title.', example: 'Foundation' }),
    status: Status.describe('Status, derived from the items. Skipped items do not count unless all are skipped.'),
    progressPercent: z
      .number()
      .nullable()
      .meta({ description: 'Share of completed items, in percent; null without items to complete.', example: 66.7 }),
    items: z.array(PlanItem).describe('Items of the phase.'),
  })
  .meta({ id: 'ActionPlanPhase', description: 'A phase of the action plan and its items.' });

const ActionPlan = z
  .object({
    phases: z.array(PlanPhase).describe('Phases in order.'),
    progress: z
      .object({
        completed: z.number().int().meta({ description: 'Number of completed items.', example: 7 }),
        total: z.number().int().meta({ description: 'Number of items, without skipped ones.', example: 16 }),
        percent: z
          .number()
          .nullable()
          .meta({ description: 'Share of completed items, in percent; null without items.', example: 43.8 }),
      })
      .describe('Progress of the whole plan.'),
  })
  .meta({ id: 'ActionPlan', description: 'The visibility action plan of the latest scan.' });

const Filter = Paging(500, 500);

type Plan = ReturnType<typeof actionPlan>;

// The items in the order of the plan; a phase without items counts as one.
const pageOf = ranking('action-plan', [], () => []);

interface PlacedItem {
  key: string;
  item: Plan['phases'][number]['items'][number] | undefined;
}

function itemsOf(phases: Plan['phases']) {
  return phases.flatMap(({ key, items }): PlacedItem[] =>
    items.length > 0 ? items.map((item) => ({ key, item })) : [{ key, item: undefined }],
  );
}

/** The phases that have items on the page, with these items. */
function phasesWith(phases: Plan['phases'], items: PlacedItem[]) {
  const byPhase = Map.groupBy(items, ({ key }) => key);
  return phases.flatMap((phase) => {
    const shown = byPhase.get(phase.key);
    return shown ? [{ ...phase, items: shown.flatMap(({ item }) => item ?? []) }] : [];
  });
}

export const actionPlanProcedures = {
  get: tenantProcedure
    .meta(
      get('/visibility/action-plan', 'Get the visibility action plan', {
        versioned: true,
        description:
          'The plan of the latest scan. Skipped items do not count towards progress. `limit` and `after` apply to the items: a phase that continues on the next page appears there again. Status and progress cover all items.',
        returns: 'The phases in order, with their items and progress.',
        ...PAGED,
      }),
    )
    .input(Filter)
    .output(parsedOnce(Data(ActionPlan)))
    .query(async ({ ctx, input }) => {
      const { deps, db, tenant } = ctx;
      const { answer, items } = await deps.cache(['action-plan', tenant.clientId, tenant.scoresVersion], async () => {
        const scan = await latestScan(db, tenant, ['actionPlan']);
        const plan = actionPlan(tenant.clientId, scan);
        return { answer: { ok: true as const, data: plan }, items: itemsOf(plan.phases) };
      });
      const { rows, next, isWhole } = pageOf(items, input, dataBytesOf(ctx.request));
      setNext(ctx, input, next);
      return isWhole ? answer : { ok: true, data: { ...answer.data, phases: phasesWith(answer.data.phases, rows) } };
    }),

  items: router({
    update: tenantProcedure
      .meta(
        put('/visibility/action-plan/items/{id}', 'Update an action plan item', {
          example: { body: { status: 'done' } },
          description:
            'Sets the status of an item of the latest plan. It stays as set here when a later scan has the item again. The time of completion follows from the status.',
          returns: 'The updated item.',
        }),
      )
      .input(ById.extend({ status: Status.describe('Status.') }))
      .output(Data(PlanItem))
      .mutation(async ({ ctx: { db, tenant, caller }, input: { id, status } }) => {
        const userId = callingPerson(caller);
        const data = await db.transaction(async (tx) => {
          const scan = () => latestScan(tx, tenant, ['actionPlan']);
          const decision = { type: 'action_plan_item', id, userId, status } as const;
          const items = async () => (await scan())?.parts.actionPlan?.phases.flatMap((phase) => phase.items);
          await decide(tx, tenant, decision, items);
          const { phases } = actionPlan(tenant.clientId, await scan());
          return phases.flatMap((phase) => phase.items).find((one) => one.id === id.toLowerCase());
        });
        if (!data) throw notFound();
        return { ok: true, data };
      }),
  }),
};
