import type { TenantDb } from '../../db/handles.ts';
import { scanDecisions } from '../../db/schema/index.ts';
import { demoActionPlan, demoRecommendations } from './advice.ts';
import { momentAgo } from './calendar.ts';
import type { Demo } from './organization.ts';

/** Decisions of the practice on recommendations and the plan, which the following scans reflect. */
export function seedDecisions(db: TenantDb, { clientId, now }: Demo) {
  const items = demoActionPlan(now).phases.flatMap((phase) => phase.items);
  const decided = [
    ...demoRecommendations()
      .filter(({ status }) => status !== 'open')
      .map((entry) => ({ type: 'recommendation' as const, ...entry })),
    ...items
      .filter(({ status }) => status === 'in_progress' || status === 'skipped')
      .map((entry) => ({ type: 'action_plan_item' as const, ...entry })),
  ];
  const rows = decided.map(({ type, externalId, status }, index) => ({
    clientId,
    type,
    externalId,
    status,
    decidedAt: momentAgo(now, 8 + 5 * index),
  }));
  return db.insert(scanDecisions).values(rows);
}
