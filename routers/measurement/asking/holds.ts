import { gt, sql } from 'drizzle-orm';
import type { AccountDb } from '../../../db/handles.ts';
import { engineHolds } from '../../../db/schema/index.ts';
import { minutes, seconds } from '../../../server/durations.ts';
import type { EngineName } from '../engines/names.ts';

const HOLD = { usual: seconds(10), most: minutes(10) };

/** The engines that are left alone for now, over all processes. */
export async function heldEngines(accounts: AccountDb): Promise<Set<string>> {
  const held = await accounts
    .select({ engine: engineHolds.engine })
    .from(engineHolds)
    .where(gt(engineHolds.heldUntil, sql`now()`));
  return new Set(held.map(({ engine }) => engine));
}

/** Leaves an engine alone that limits its calls, for as long as it says, and returns until when. */
export async function holdEngine(accounts: AccountDb, engine: EngineName, retryAfter = HOLD.usual): Promise<Date> {
  const heldUntil = new Date(Date.now() + Math.min(HOLD.most, Math.max(seconds(1), retryAfter)));
  await accounts
    .insert(engineHolds)
    .values({ engine, heldUntil })
    .onConflictDoUpdate({
      target: engineHolds.engine,
      set: { heldUntil: sql`greatest(engine_holds.held_until, excluded.held_until)` },
    });
  return heldUntil;
}
