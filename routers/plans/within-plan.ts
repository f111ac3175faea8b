import { sql } from 'drizzle-orm';
import type { Executor } from '../../db/handles.ts';
import { organizations, type PlanLimit } from '../../db/schema/index.ts';
import { PortalError } from '../../server/errors.ts';
import type { Granted } from './granted.ts';
import { countUsed } from './usage.ts';

const SENTENCES: Record<PlanLimit, (most: number) => string> = {
  prompts: (most) =>
    `All questions of the plan (${most}) are active. Please turn one off first, or ask for a larger plan.`,
  monthlyAnswers: (most) =>
    `This needs more answers than are left of those of the plan (${most} a month). Please ask less, or ask for a larger plan.`,
  members: (most) =>
    `All seats of the plan (${most}) are taken, pending invitations included. Please remove one first, or ask for a larger plan.`,
  connections: (most) =>
    `All connections of the plan (${most}) are made. Please remove one first, or ask for a larger plan.`,
  reportsAMonth: (most) =>
    `All reports of the plan (${most} a month) are used up. Please wait for the next month, or ask for a larger plan.`,
};

/** The refusal of what a plan grants no more of. */
export const pastPlan = (limit: PlanLimit, most: number) =>
  new PortalError('PLAN_LIMIT', SENTENCES[limit](most), { limit });

interface Wanted {
  limit: PlanLimit;
  /** How many more; one by default. */
  more?: number;
}

/**
 * Whether there is room for more within what is granted. The organization is locked until the transaction ends that
 * makes them, so that of many at once no more pass than there is room for.
 */
export async function hasRoomInPlan(
  tx: Executor,
  { clientId }: { clientId: string },
  { limits }: Granted,
  { limit, more = 1 }: Wanted,
) {
  const most = limits[limit];
  if (most === null) return true;
  await tx.execute(sql`select from ${organizations} where id = ${clientId}::uuid for no key update`);
  return (await countUsed(tx, clientId, limit)) + more <= most;
}

/** Requires that room. What is there already is left alone, however much it is. @throws PLAN_LIMIT */
export async function withinPlan(tx: Executor, client: { clientId: string }, granted: Granted, wanted: Wanted) {
  if (!(await hasRoomInPlan(tx, client, granted, wanted)))
    throw pastPlan(wanted.limit, granted.limits[wanted.limit] ?? 0);
}
