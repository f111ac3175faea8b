import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { readActionItemsSummary, readGoalsSummary } from '../../server/dashboard/summaries.ts';
import type { Tenant } from '../../server/tenant.ts';
import { latestScan, scoresBefore } from '../../server/visibility/latest-scan.ts';
import type { Person } from '../helpers/people.ts';
import { plansOf } from '../helpers/plans.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile();

const CLIENTS = 100;
const OF_EACH = 60;

let person: Person;
beforeAll(async () => {
  const { db } = portal.deps.database;
  person = await portal.register();
  await db.execute(sql`
    insert into organizations (id, name) select gen_random_uuid(), 'Neighbour' from generate_series(1, ${CLIENTS}::int)`);
  await db.execute(sql`
    insert into score_runs (client_id, id, external_id, completed_at, raw_score, dynamic_score, confidence, tiers, components, parts)
    select o.id, gen_random_uuid(), n::text, now() - n * interval '1 day', 1, 1, 1, '[]', '[]', '{"aeo": {}, "listings": []}'
    from organizations o, generate_series(1, ${OF_EACH}::int) n`);
  await db.execute(sql`
    insert into goals (client_id, id, external_id, title, goal_type, category, target_value, current_value, baseline_value, unit, status, priority)
    select o.id, gen_random_uuid(), n::text, 'Title', 'traffic', 'seo', 1, 1, 0, 'visits', 'in_progress', 'high'
    from organizations o, generate_series(1, ${OF_EACH}::int) n`);
  await db.execute(sql`
    insert into action_items (client_id, id, external_id, title, category, status, priority, source)
    select o.id, gen_random_uuid(), n::text, 'Title', 'seo', 'open', 'high', 'manual'
    from organizations o, generate_series(1, ${OF_EACH}::int) n`);
  await db.execute(sql`analyze`);
});

it('what the latest scan says is found by the client, among many clients', async () => {
  const tenant = { clientId: person.orgId } as Tenant;
  const db = portal.deps.database.as({ role: 'portal_tenant', clientId: person.orgId });

  const ways = await plansOf(db, async () => {
    const scan = await latestScan(db, tenant, ['aeo']);
    if (scan) expect(await scoresBefore(db, tenant, scan, 11)).toHaveLength(11);
    await readGoalsSummary(db, tenant, '2026-03-10');
    await readActionItemsSummary(db, tenant, '2026-03-10');
  });

  expect(ways).toEqual([
    'score_runs_client_id_completed_at_id_index',
    'score_runs_client_id_completed_at_id_index',
    expect.stringMatching(/^goals_client_id_/),
    expect.stringMatching(/^action_items_client_id_/),
  ]);
});
