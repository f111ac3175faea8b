import { randomUUIDv7 } from 'node:crypto';
import { asc, count, eq, inArray, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../db/handles.ts';
import {
  type MeasurementPlan,
  measurementAnswers,
  measurementPrompts,
  measurementRunEngines,
  measurementRuns,
  organizations,
} from '../../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../../db/tenant.ts';
import type { Deps } from '../../../server/deps.ts';
import { PortalError } from '../../../server/errors.ts';
import { pastPlan } from '../../plans/within-plan.ts';
import { latestPart, readBusinessRecord, withConnectedListings } from '../../visibility/public.ts';
import { budgets, readUsage } from '../budget.ts';
import { accessOf } from '../engines/names.ts';
import { enginesOf, readSettings, type Settings } from '../read-measurement.ts';
import { readSubject } from '../reading/known.ts';

/** As many as a scan may have. */
const MOST_READINGS = 2000;

type Means = Pick<Deps, 'env' | 'use'>;
type Prompt = typeof measurementPrompts.$inferSelect;

/** The organization, and the competitors and listings of the latest scan that has any. */
async function knownOf(db: TenantDb, tenant: Tenant) {
  const [competitors, listings] = [
    await latestPart(db, tenant, 'competitors'),
    await withConnectedListings(db, tenant, await latestPart(db, tenant, 'listings')),
  ];
  return {
    subject: await readSubject(db, tenant),
    competitors: (competitors ?? [])
      .filter(({ excluded, status }) => !excluded && status === 'completed')
      .map(({ name, domain }) => ({ name, domain })),
    listed: (listings ?? [])
      .filter(({ verificationStatus }) => verificationStatus !== 'not_found')
      .map(({ directory, listingUrl, listedPhone, listedDomain, listedAddress }) => ({
        directory,
        url: listingUrl ?? null,
        phone: listedPhone ?? null,
        domain: listedDomain ?? null,
        address: listedAddress ?? null,
      })),
  };
}

/** The type that most prompts have. */
function usualMode(prompts: readonly Prompt[]): Prompt['queryMode'] {
  const modes = [...Map.groupBy(prompts, ({ queryMode }) => queryMode)];
  const [usual] = modes.toSorted(([, one], [, other]) => other.length - one.length);
  return usual?.[0] ?? 'local_discovery';
}

async function auditOf(db: TenantDb, tenant: Tenant, settings: Settings): Promise<MeasurementPlan['audit']> {
  if (!settings.auditEnabled) return null;
  const startUrl = settings.auditStartUrl ?? (await readBusinessRecord(db, tenant)).website;
  return (startUrl && { startUrl, maxPages: settings.auditMaxPages }) || null;
}

async function isUnderWay(tx: TenantDb, tenant: Tenant) {
  const open = inArray(measurementRuns.status, ['queued', 'running']);
  const [row] = await tx
    .select({ runs: count() })
    .from(measurementRuns)
    .where(ownedBy(tenant, measurementRuns, open));
  return (row?.runs ?? 0) > 0;
}

/**
 * Begins a run: freezes what it asks, and reserves its answers. `first` is done in its transaction, and may refuse it.
 *
 * @throws RUN_IN_PROGRESS, RUN_TOO_LARGE, BUDGET_EXCEEDED, PLAN_LIMIT, NOTHING_TO_ASK
 */
export async function startRun(
  db: TenantDb,
  tenant: Tenant,
  { env, use }: Means,
  trigger: (typeof measurementRuns.$inferSelect)['trigger'],
  first?: (tx: TenantDb) => PromiseLike<void>,
): Promise<string> {
  const { clientId } = tenant;
  const [budget, known] = [await use(budgets).of(clientId), await knownOf(db, tenant)];
  return db.transaction(async (tx) => {
    // Concurrent starts are one after the other.
    await tx.execute(sql`select from ${organizations} where id = ${clientId}::uuid for no key update`);
    await first?.(tx);
    if (await isUnderWay(tx, tenant)) throw new PortalError('RUN_IN_PROGRESS');
    const settings = await readSettings(tx, tenant);
    const prompts = await tx
      .select()
      .from(measurementPrompts)
      .where(ownedBy(tenant, measurementPrompts, eq(measurementPrompts.active, true)))
      .orderBy(asc(measurementPrompts.createdAt), asc(measurementPrompts.id));
    const engines = enginesOf({ env }, settings);
    const audit = await auditOf(tx, tenant, settings);
    const each = prompts.length * settings.readingsPerPrompt;
    const total = each * engines.length;
    if (total === 0 && !audit) throw new PortalError('NOTHING_TO_ASK');
    if (total > MOST_READINGS) throw new PortalError('RUN_TOO_LARGE');
    const { used, reserved } = await readUsage(tx, tenant);
    if (used + reserved + total > budget.answers)
      throw budget.isPlans ? pastPlan('monthlyAnswers', budget.answers) : new PortalError('BUDGET_EXCEEDED');

    const id = randomUUIDv7();
    const plan = { ...known, audit, scores: settings.scores, queryMode: usualMode(prompts) };
    await tx.insert(measurementRuns).values({ clientId, id, trigger, plan, total });
    if (total > 0) {
      const asked = engines.map((engine) => ({
        clientId,
        runId: id,
        engine,
        model: accessOf(env, engine).model,
        total: each,
      }));
      await tx.insert(measurementRunEngines).values(asked);
      // All questions once, then all again: what has come of a run that is cancelled covers them evenly.
      const questions = JSON.stringify(
        prompts.map(({ id: promptId, text, language, place }) => ({ promptId, text, language, place })),
      );
      await tx.execute(sql`
        insert into ${measurementAnswers} (client_id, run_id, number, engine, prompt_id, prompt, language, place)
        select ${clientId}::uuid, ${id}::uuid, row_number() over (order by reading, question.at, engine.at), engine.name,
          (question.row ->> 'promptId')::uuid, question.row ->> 'text', question.row ->> 'language', nullif(question.row -> 'place', 'null')
        from generate_series(1, ${settings.readingsPerPrompt}::int) as reading
        cross join jsonb_array_elements(${questions}::jsonb) with ordinality as question(row, at)
        cross join jsonb_array_elements_text(${JSON.stringify(engines)}::jsonb) with ordinality as engine(name, at)`);
    }
    return id;
  });
}
