import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { seedCopies } from '../bench/copies.ts';
import { seedManyClients } from '../bench/operator/seed.ts';
import { DEMO } from '../demo/seed.ts';
import { definitionOf, proceduresOf } from '../internals/trpc.ts';
import { appRouter } from '../routers/index.ts';
import type { RouteMeta } from '../server/trpc/rest.ts';
import { clientDb } from './helpers/client-db.ts';
import { seedDemoOf } from './helpers/demo.ts';
import { operations } from './helpers/documented.ts';
import { exampleQuery } from './helpers/examples.ts';
import { registerOperator } from './helpers/operators.ts';
import { plansOf } from './helpers/plans.ts';
import { portalForThisFile } from './helpers/portal.ts';

const portal = portalForThisFile({ own: true });

const tenantReads = new Set(
  Object.values(proceduresOf(appRouter)).flatMap((procedure) => {
    const { type, meta } = definitionOf<RouteMeta>(procedure);
    return type === 'query' && meta?.access === 'member' ? [`GET ${meta.openapi?.path}`] : [];
  }),
);

// Enough rows that the planner scans a table only without a suitable index.
const CLIENTS = 600;
const ROWS = 15;

/** Rows of each organization in tables that hold few of each. */
const ONE_OF_EACH = [
  [
    'connections',
    'id, kind, label, property, next_sync_at',
    `gen_random_uuid(), 'plausible', 'X', 'x', now() + interval '1 year'`,
  ],
  [
    'alerts',
    'id, metric, "when", value, channels, created_by',
    `gen_random_uuid(), 'sessions', 'below', 1, '{mail}', gen_random_uuid()`,
  ],
  [
    'alert_firings',
    'id, alert_id, value, ended_at',
    `gen_random_uuid(), (select id from alerts where client_id = organizations.id limit 1), 1, now()`,
  ],
  ['subscriptions', 'status', `'none'`],
  ['annotations', 'id, date, text, created_by', `gen_random_uuid(), '2026-01-14', 'X', gen_random_uuid()`],
  [
    'client_reports',
    'id, schedule_id, plan, status, review, period_from, period_to, due_at, send_at, sent_at',
    `gen_random_uuid(), gen_random_uuid(), '{"name": "X", "sections": [], "kind": "month", "bcc": []}', 'sent', false,
      '2026-01-01', '2026-01-31', now(), now(), now()`,
  ],
  [
    'directory_listings',
    'directory, brought_by, listing',
    `'google', 'business_profile', '{"directory": "google", "verificationStatus": "verified"}'`,
  ],
  ['site_audits', 'start_url', `'https://example.com/'`],
  ['measurements', 'enabled', 'false'],
  ['measurement_usage', 'month', `'2026-01-01'`],
  ['measurement_runs', 'id, status, trigger, plan, total', `gen_random_uuid(), 'failed', 'person', '{}', 1`],
  [
    'measurement_run_engines',
    'run_id, engine, model, total',
    `(select id from measurement_runs where client_id = organizations.id limit 1), 'openai', 'm', 1`,
  ],
  [
    'measurement_prompts',
    'id, text, question_key, query_mode, active',
    `gen_random_uuid(), 'X', 'x', 'local_discovery', false`,
  ],
] as const;

/** The indexes that prevent a scan of a table which grows. */
const INDEXES: Record<string, string> = {
  '/visibility/scores': 'score_runs_client_id_completed_at_id_index',
  '/visibility/score-history': 'score_runs_client_id_completed_at_id_index',
  '/visibility/competitors': 'score_runs_client_id_completed_at_id_index',
  '/visibility/aeo': 'score_runs_client_id_completed_at_id_index',
  '/visibility/aeo/history': 'aeo_evidence_client_id_completed_at_run_id_index',
  '/visibility/aeo/answers': 'aeo_answers_client_id_run_id_number_pk',
  '/visibility/aeo/sources': 'aeo_evidence_client_id_completed_at_run_id_index',
  '/visibility/aeo/engines': 'aeo_evidence_client_id_completed_at_run_id_index',
  '/visibility/overview': 'score_runs_client_id_completed_at_id_index',
  '/visibility/search': 'search_daily_client_id_date_external_id_index',
  '/visibility/website-analytics': 'website_daily_client_id_date_external_id_index',
  '/visibility/action-plan': 'score_runs_client_id_completed_at_id_index',
  '/visibility/recommendations': 'score_runs_client_id_completed_at_id_index',
  '/visibility/report': 'score_runs_client_id_completed_at_id_index',
  '/visibility/content-impact': 'page_performance_client_id_date_index',
  '/analytics/heatmap': 'traffic_hourly_client_id_at_index',
  '/analytics/sources': 'traffic_sources_client_id_date_index',
  '/dashboard/roi': 'investments_client_id_date_index',
  '/dashboard/content-impact': 'traffic_sources_client_id_date_index',
  '/insights/history': 'insight_runs_history',
  '/insights/runs': 'insight_runs_history',
  '/insights/preview': 'website_daily_client_id_date_external_id_index',
  '/content-calendar': 'calendar_entries_client_id_date_id_index',
  '/content-performance': 'page_performance_client_id_date_index',
};

/**
 * Reads of one client’s figures: not those of the payment provider and Google, and not the report, which reads what
 * the others do.
 */
const READS = operations.filter(
  ({ name, path }) =>
    tenantReads.has(name) && !/[{]|^\/billing\/|^\/connections\/google\/|^\/exports\/report$/.test(path),
);

/** Lists with the index in whose order their next page is read. */
const NEXT_PAGES: [path: string, index?: string][] = [
  ['/visibility/score-history', 'score_runs_client_id_completed_at_id_index'],
  ['/visibility/aeo/history', 'aeo_evidence_client_id_completed_at_run_id_index'],
  ['/visibility/aeo/answers', 'aeo_answers_client_id_run_id_number_pk'],
  ['/visibility/social-metrics', 'social_profiles_client_id_platform_handle_as_of_index'],
  ['/analytics/reviews', 'reviews_client_id_published_at_id_index'],
  ['/dashboard/goals', 'goals_client_id_status_deadline_index'],
  ['/dashboard/action-items'],
  ['/insights/history', 'insight_runs_history'],
  ['/insights/runs', 'insight_runs_history'],
  ['/cms/pages', 'pages_client_id_updated_at_id_index'],
  ['/content-calendar', 'calendar_entries_client_id_date_id_index'],
  ['/content-suggestions', 'content_suggestions_client_id_suggested_at_id_index'],
  ['/content-performance', 'page_performance_client_id_date_index'],
  ['/visibility/content-impact', 'page_performance_client_id_date_index'],
];

let headers: { cookie: string };
let clientId: string;
let byClient: string[];
beforeAll(async () => {
  const { database } = portal.deps;
  await seedDemoOf(portal);
  const signedIn = await portal.visitor().post('/api/auth/login', DEMO);
  headers = { cookie: `portal_session=${signedIn.cookies[0]?.value}` };
  clientId = (await portal.inject({ url: '/api/auth/account/profile', headers })).json().data.orgId;
  await seedCopies(database, clientId, CLIENTS, ROWS);
  const owner = database.asOwner();
  // A day of search has many rows: with as few as of other tables, those of the demo would be most of them.
  await owner.db.execute(sql`
    insert into search_daily (client_id, external_id, date, query, page, clicks, impressions, position)
    select client_id, external_id || '-' || n, date, query, page, clicks, impressions, position
    from search_daily, generate_series(1, 4) n where client_id <> ${clientId}`);
  await owner.db.execute(sql`
    insert into webhooks (client_id, id, url, events, sealed_secret, enabled)
    select id, gen_random_uuid(), 'https://example.com/hook', '{page.published}', 'none', false
    from organizations, generate_series(1, 5)`);
  for (const [table, columns, values] of ONE_OF_EACH)
    await owner.db.execute(
      sql.raw(`insert into ${table} (client_id, ${columns}) select id, ${values} from organizations
        where not exists (select from ${table} where client_id = organizations.id)`),
    );
  // Those without data are for the operator’s list: a look at all of a few is cheaper than an index.
  await seedManyClients(database, 10 * CLIENTS);
  // Of all rows: from the small samples of the embedded database the planner takes now one index of two, now the other.
  await owner.db.transaction(async (tx) => {
    await tx.execute(sql`set local default_statistics_target = 100`);
    await tx.execute(sql`analyze`);
  });
  await owner.close();

  const indexes = await database.accounts.execute<{ name: string }>(sql`
    select c.relname as name from pg_index i
    join pg_class c on c.oid = i.indexrelid
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where a.attname = 'client_id'`);
  // The id of the organization is the client's.
  byClient = [...indexes.map(({ name }) => name), 'organizations_pkey'];

  // The work in the embedded database stalls the process, which then sheds load for up to two seconds.
  await pause(1200);
  const calm = async () => expect((await portal.inject({ url: '/healthz' })).statusCode).toBe(200);
  await vi.waitFor(calm, { timeout: 20_000, interval: 100 });
});

describe(`among ${CLIENTS} clients`, () => {
  it.each(READS)('$path uses indexes that begin with the client', async ({ path, operation }) => {
    const db = clientDb(portal, clientId);

    const ways = await plansOf(db, async () => {
      const { statusCode } = await portal.inject({ url: `/api${path}${exampleQuery({ operation })}`, headers });
      expect(statusCode).toBe(200);
    });

    expect(ways).not.toEqual([]);
    expect(ways.filter((way) => !byClient.includes(way))).toEqual([]);
    if (INDEXES[path]) expect(ways).toContain(INDEXES[path]);
  });

  it.each(NEXT_PAGES)('the next page of %s uses indexes that begin with the client', async (path, index) => {
    const db = clientDb(portal, clientId);
    const { headers: told } = await portal.inject({ url: `/api${path}?limit=1`, headers });
    const next = /^<([^>]+)>/.exec(String(told.link))?.[1] ?? '';

    const ways = await plansOf(db, async () => {
      const { statusCode } = await portal.inject({ url: next, headers });
      expect([statusCode, next]).toEqual([200, expect.stringContaining('after=')]);
    });

    expect(ways).not.toEqual([]);
    expect(ways.filter((way) => !byClient.includes(way))).toEqual([]);
    if (index) expect(ways).toContain(index);
  });

  it.each([
    ['/auth/account/activity', 'security_events_user_id_at_id_index'],
    ['/auth/org/activity', 'security_events_org_id_at_id_index'],
  ])('the next page of %s uses its index', async (path, index) => {
    const { accounts } = portal.deps.database;
    await accounts.execute(sql`
      insert into security_events (id, type, user_id, org_id, ip_address, user_agent)
      select gen_random_uuid(), 'signed_in', user_id, org_id, '10.0.0.1', 'A browser'
      from memberships, generate_series(1, 2000) where org_id = ${clientId}`);
    await accounts.execute(sql`analyze security_events`);
    const { headers: told } = await portal.inject({ url: `/api${path}?limit=1`, headers });
    const next = /^<([^>]+)>/.exec(String(told.link))?.[1] ?? '';

    const ways = await plansOf(accounts, () => portal.inject({ url: next, headers }));

    expect(ways).toContain(index);
    expect(ways).not.toContain('all of security_events');
  });

  it.each([
    ['a key that did nothing', 'Nobody'],
    ['a person who did nothing', 'operator@example.com'],
  ])('the lines of %s are found without a look at all others', async (_, actor) => {
    const { accounts } = portal.deps.database;
    const url = `/api/auth/org/activity?actor=${encodeURIComponent(actor)}`;
    let lines: unknown[] = [];

    const ways = await plansOf(accounts, async () => {
      lines = (await portal.inject({ url, headers })).json().data;
    });

    expect(lines).toEqual([]);
    expect(ways).toContain('security_events_org_actor');
    expect(ways).not.toContain('security_events_org_id_at_id_index');
    expect(ways).not.toContain('all of security_events');
  });

  it.each([
    ['name', 'organizations_by_name'],
    ['-score', 'client_facts_best'],
    ['score', 'client_facts_worst'],
    ['-attention', 'client_facts_attention'],
    ['-lastActive', 'organizations_last_active'],
  ])('the next page of the operator’s list by %s uses its index', async (sort, index) => {
    const operator = await registerOperator(portal);
    const first = await operator.get(`/api/operator/clients?sort=${sort}&limit=10`);
    const next = /^<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '';

    const ways = await plansOf(portal.deps.database.accounts, () => operator.get(next));

    expect(ways).toContain(index);
    expect(ways.filter((way) => /^all of (organizations|client_facts|memberships)$/.test(way))).toEqual([]);
  });

  it('the session look-up and the call count use primary keys', async () => {
    const ways = await plansOf(portal.deps.database.callers, () =>
      portal.inject({ url: '/api/visibility/scores', headers }),
    );

    expect(ways).toEqual(expect.arrayContaining(['sessions_pkey', 'users_pkey', 'organizations_pkey']));
    expect(ways.filter((way) => /^all of (sessions|users|memberships|organizations|rate_limits)$/.test(way))).toEqual(
      [],
    );
  });
});
