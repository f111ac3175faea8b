import { and, count, desc, eq, inArray, sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { measurementAnswers, measurementPrompts, measurementRuns, measurements } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import type { Deps } from '../../server/deps.ts';
import { budgets, readUsage } from './budget.ts';
import { accessOf, ENGINE_NAMES } from './engines/names.ts';
import { forecastOf, variationOf } from './forecast.ts';
import type { LeftOut } from './shapes.ts';

type Owner = Pick<Tenant, 'clientId'>;

const DEFAULTS = {
  enabled: false,
  every: 'month' as const,
  weekday: 1,
  day: 1,
  hour: 6,
  scores: 'pipeline' as const,
  disabledEngines: [] as string[],
  readingsPerPrompt: 3,
  aliases: [] as string[],
  auditEnabled: false,
  auditStartUrl: null as string | null,
  auditMaxPages: 20,
  nextRunAt: null as Date | null,
  leftOut: null as string | null,
  leftOutAt: null as Date | null,
};

/** The settings of a measurement; those of a new one where nobody has changed them. */
export async function readSettings(db: TenantDb, tenant: Owner) {
  const [row] = await db.select().from(measurements).where(ownedBy(tenant, measurements));
  return { ...DEFAULTS, ...row };
}

export type Settings = Awaited<ReturnType<typeof readSettings>>;

/** The engines that a run asks: available ones that nobody has turned off. */
export const enginesOf = ({ env }: Pick<Deps, 'env'>, { disabledEngines }: Pick<Settings, 'disabledEngines'>) =>
  ENGINE_NAMES.filter((engine) => accessOf(env, engine).key !== undefined && !disabledEngines.includes(engine));

/** How the answers of the last run varied between questions. */
async function lastVariation(db: TenantDb, tenant: Owner) {
  const [run] = await db
    .select({ id: measurementRuns.id })
    .from(measurementRuns)
    .where(ownedBy(tenant, measurementRuns, inArray(measurementRuns.status, ['completed', 'incomplete'])))
    .orderBy(desc(measurementRuns.createdAt), desc(measurementRuns.id))
    .limit(1);
  if (!run) return undefined;
  const { runId, status, promptId, mentioned } = measurementAnswers;
  const questions = await db
    .select({ readings: count(), mentions: sql<number>`(count(*) filter (where ${mentioned}))::int` })
    .from(measurementAnswers)
    .where(ownedBy(tenant, measurementAnswers, and(eq(runId, run.id), eq(status, 'answered'))))
    .groupBy(promptId);
  return variationOf(questions);
}

/** A measurement as it is answered. */
export async function readMeasurement(db: TenantDb, tenant: Owner, { env, use }: Pick<Deps, 'env' | 'use'>) {
  const settings = await readSettings(db, tenant);
  const active = ownedBy(tenant, measurementPrompts, eq(measurementPrompts.active, true));
  const [[prompts], usage, variation, { answers: budget }] = await Promise.all([
    db.select({ active: count() }).from(measurementPrompts).where(active),
    readUsage(db, tenant),
    lastVariation(db, tenant),
    use(budgets).of(tenant.clientId),
  ]);
  const asked = enginesOf({ env }, settings);
  const { leftOut, leftOutAt } = settings;
  const { enabled, every, weekday, day, hour, scores, readingsPerPrompt, aliases, nextRunAt } = settings;
  const plan = { prompts: prompts?.active ?? 0, engines: asked.length, readingsPerPrompt };
  return {
    enabled,
    schedule: { every, weekday, day, hour },
    scores,
    readingsPerPrompt,
    aliases,
    nextRunAt,
    engines: ENGINE_NAMES.map((engine) => {
      const { key, model } = accessOf(env, engine);
      return { engine, model, available: key !== undefined, enabled: !settings.disabledEngines.includes(engine) };
    }),
    siteAudit: {
      enabled: settings.auditEnabled,
      startUrl: settings.auditStartUrl,
      maxPages: settings.auditMaxPages,
    },
    answers: { budget, ...usage },
    leftOut: leftOut && leftOutAt ? { at: leftOutAt, reason: leftOut as LeftOut } : null,
    forecast: forecastOf(plan, settings, budget, variation),
  };
}
