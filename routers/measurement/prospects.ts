import { and, asc, desc, eq, inArray, isNotNull, notExists, sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import {
  measurementPrompts,
  measurementRunEngines,
  measurementRuns,
  measurements,
  organizations,
} from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import type { Deps } from '../../server/deps.ts';
import { notFound, PortalError } from '../../server/errors.ts';
import { findTenant } from '../../server/identity/find-tenant.ts';
import { service } from '../../server/services.ts';
import { questionKey, readBusinessRecord } from '../visibility/public.ts';
import { availableEngines } from './engines/names.ts';
import { startRun } from './runs/start-run.ts';
import { suggestPrompts } from './suggested-prompts.ts';

/** What a prospect is asked about, how often, and the answers that it may ask for: those of four assistants. */
const PROSPECT = { prompts: 25, readings: 2, monthlyAnswers: 200 };

export const PROSPECT_ANSWERS = PROSPECT.monthlyAnswers;

const AT_ONCE = 100;

/** Another process has begun the run. */
class Begun extends Error {}

/** Why a measurement has not begun: it does in a later round. */
const LATER = new Set(['BUDGET_EXCEEDED', 'PLAN_LIMIT', 'NOTHING_TO_ASK']);

/** Sets up the measurement of a prospect, as its first run begins. It has no schedule. */
async function setUp(tx: TenantDb, tenant: Tenant) {
  if ((await tx.$count(measurementRuns, ownedBy(tenant, measurementRuns))) > 0) throw new Begun();
  const { clientId, name, vertical } = tenant;
  const record = await readBusinessRecord(tx, tenant);
  const settings = { readingsPerPrompt: PROSPECT.readings, scores: 'own' as const };
  await tx
    .insert(measurements)
    .values({ clientId, ...settings, auditEnabled: record.website !== null })
    .onConflictDoNothing();
  if ((await tx.$count(measurementPrompts, ownedBy(tenant, measurementPrompts))) > 0) return;
  // Whoever shows the answers cannot say where an assistant was asked.
  const suggested = suggestPrompts({ ...record, name, vertical, nearMe: false }).slice(0, PROSPECT.prompts);
  await tx.insert(measurementPrompts).values(
    suggested.map(({ text, tags, queryMode }) => ({
      clientId,
      text,
      tags,
      queryMode,
      questionKey: questionKey(text),
    })),
  );
}

/** Begins the only run of a prospect. Where nobody can be asked, or the budget does not reach, a later round does. */
async function beginRun(deps: Deps, clientId: string) {
  const tenant = await findTenant(deps.database.accounts, clientId);
  if (tenant?.status !== 'active' || availableEngines(deps.env).length === 0) return;
  await startRun(deps.database.as(tenant), tenant, deps, 'person', (tx) => setUp(tx, tenant)).catch((err) => {
    if (err instanceof Begun || (err instanceof PortalError && LATER.has(err.errorCode))) return;
    deps.log.warn({ err, client: clientId }, 'The measurement of a prospect could not begin and will be tried again.');
  });
}

/** Begins the measurements that could not begin when the prospect was made. */
export async function measureProspects(deps: Deps) {
  const { id, prospectUntil, status, createdAt } = organizations;
  if (availableEngines(deps.env).length === 0) return;
  const db = deps.database.asMaintenance();
  const runs = db.select().from(measurementRuns).where(eq(measurementRuns.clientId, id));
  const found = await db
    .select({ id })
    .from(organizations)
    .where(and(isNotNull(prospectUntil), eq(status, 'active'), notExists(runs)))
    .orderBy(asc(createdAt))
    .limit(AT_ONCE);
  for (const prospect of found) await beginRun(deps, prospect.id);
}

/** What has become of the measurement of a prospect. */
export interface ProspectMeasurement {
  status: 'waiting' | 'running' | 'completed' | 'failed';
  done: number;
  total: number;
  /** Why it has not begun. */
  waitsFor: 'assistants' | 'budget' | null;
}

const STATE = {
  queued: 'running',
  running: 'running',
  completed: 'completed',
  incomplete: 'failed',
  failed: 'failed',
  cancelled: 'failed',
} as const;

/** Reads the measurements of the prospects of one page of a list, in one statement. */
async function readProgress({ database, env }: Deps, ids: string[]) {
  const found = new Map<string, ProspectMeasurement>();
  if (ids.length === 0) return found;
  const engines = availableEngines(env).length;
  const rows = await database.asMaintenance().execute<{
    id: string;
    budget: number | null;
    status: keyof typeof STATE | null;
    total: number | null;
    done: number | null;
  }>(sql`
    select client.id, client.monthly_answers as budget, run.status, run.total, engines.done
    from ${organizations} as client
    left join lateral (select one.id, one.status, one.total from ${measurementRuns} as one
      where one.client_id = client.id order by one.created_at desc, one.id desc limit 1) as run on true
    left join lateral (select sum(done + failed)::int as done from ${measurementRunEngines} as engine
      where engine.client_id = client.id and engine.run_id = run.id) as engines on true
    where ${inArray(sql`client.id`, ids)}`);
  for (const { id, budget, status, total, done } of rows) {
    const needed = PROSPECT.prompts * PROSPECT.readings * engines;
    const fits = needed <= (budget ?? env.MEASUREMENT_MONTHLY_ANSWERS);
    const waitsFor = engines === 0 ? 'assistants' : fits ? null : 'budget';
    found.set(id, {
      status: status ? STATE[status] : 'waiting',
      done: done ?? 0,
      total: total ?? needed,
      waitsFor: status ? null : waitsFor,
    });
  }
  return found;
}

const refuse = (sentence: string) => new PortalError('INVALID_TRANSITION', sentence);

/** The scan that a prospect was measured in. @throws NOT_FOUND; INVALID_TRANSITION before the measurement has ended */
async function measuredScan({ database }: Deps, clientId: string): Promise<string> {
  const tenant = await findTenant(database.accounts, clientId);
  if (!tenant) throw notFound();
  const runs = await database
    .as(tenant)
    .select({ status: measurementRuns.status, scanRunId: measurementRuns.scanRunId })
    .from(measurementRuns)
    .where(ownedBy(tenant, measurementRuns))
    .orderBy(desc(measurementRuns.createdAt), desc(measurementRuns.id))
    .limit(10);
  const [latest] = runs;
  if (!latest) throw refuse('The measurement of this prospect has not begun yet.');
  if (STATE[latest.status] === 'running') throw refuse('The measurement of this prospect has not ended yet.');
  const scanId = runs.find(({ scanRunId }) => scanRunId !== null)?.scanRunId;
  if (!scanId) throw refuse('The measurement of this prospect has brought too few answers for a report.');
  return scanId;
}

export const prospectMeasurements = service((deps: Deps) => ({
  begin: (clientId: string) => beginRun(deps, clientId),
  progressOf: (ids: string[]) => readProgress(deps, ids),
  scanOf: (clientId: string) => measuredScan(deps, clientId),
}));
