import { getTableName, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import * as schema from '../../db/schema/index.ts';
import { definitionOf, proceduresOf } from '../../internals/trpc.ts';
import { appRouter } from '../../routers/index.ts';
import type { RouteMeta } from '../../server/trpc/rest.ts';
import { clientDb } from '../helpers/client-db.ts';
import { ingest, makePage } from '../helpers/content.ts';
import { addExamplePage } from '../helpers/ingest.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { RECORDS, type RecordName, record } from '../helpers/records.ts';
import { aeo, answer, plannedItem, recommendation } from '../helpers/scan-parts.ts';
import { scan } from '../helpers/scans.ts';

// Reads open to a replica use tables whose every write raises a version of the organization, in its transaction.

const VERSIONED = [
  ...[
    schema.scoreRuns,
    schema.scanDecisions,
    schema.aeoEvidence,
    schema.aeoAnswers,
    schema.websiteDaily,
    schema.websitePeriods,
    schema.searchDaily,
    schema.directoryListings,
  ],
  ...[schema.trafficHourly, schema.trafficSources, schema.reviews, schema.socialProfiles, schema.goals],
  ...[schema.actionItems, schema.investments, schema.pages, schema.pagePerformance, schema.contentSuggestions],
  ...[schema.suggestionFeedback, schema.connections],
].map(getTableName);

const portal = portalForThisFile({ own: true });
let person: Person;

/** Other changes to a page, such as its schedule, are not part of these reads. */
const EVENTS: Record<string, string> = {
  connections: 'insert or delete or update of status',
  pages: 'insert or delete or update of title, slug, status, content, overall_score, published_at, deleted_at',
};

/** Makes every transaction fail that writes one of the tables, and raises no version of the organization. */
const watch = sql.raw(`
  create table raised (client uuid, transaction xid8);
  create function note_raise() returns trigger security definer language plpgsql as $$ begin
    insert into raised values (new.id, pg_current_xact_id()); return null; end $$;
  create trigger raised after update of scores_version, facts_version on organizations
    for each row execute function note_raise();
  create function must_raise() returns trigger security definer language plpgsql as $$ begin
    if not exists (select from raised where client = coalesce(new.client_id, old.client_id)
                   and transaction = pg_current_xact_id()) then
      raise '% was written without a version', tg_table_name;
    end if; return null; end $$;
  ${VERSIONED.map(
    (table) => `create constraint trigger must_raise after ${EVENTS[table] ?? 'insert or delete or update'} on ${table}
      deferrable initially deferred for each row execute function must_raise();`,
  ).join('\n')}`);

beforeAll(async () => {
  person = await portal.register();
  await addExamplePage(portal, person);
  await portal.deps.database.accounts.execute(watch);
});

const okay = async (sent: ReturnType<Person['get']>) => {
  const response = await sent;
  expect(response.statusCode, response.body).toBeLessThan(300);
  return response.body && response.json();
};

const parts = () => ({
  aeo: aeo({ answers: [answer()] }),
  recommendations: [recommendation({ externalId: 'hours' })],
  actionPlan: { phases: [{ phase: 1, key: 'one', title: 'One', items: [plannedItem({ externalId: 'claim' })] }] },
});

describe('Reads open to a replica', () => {
  it('raises a version with each record and scan that arrives', async () => {
    const records = Object.keys(RECORDS).map((type) => record(type as RecordName, {}, type));
    await ingest(person, records);
    await ingest(person, [record('goal', { title: 'Sent again' }, 'goal')]);
    const pipeline = await person.pipeline();
    const sent = scan(parts());
    await okay(pipeline.post('/api/ingest/scans', sent));
    await okay(pipeline.post('/api/ingest/scans', { ...sent, ...parts() }));

    const untold = clientDb(portal, person.orgId).execute(sql`update goals set title = 'Untold'`);
    await expect(untold).rejects.toMatchObject({ cause: { message: 'goals was written without a version' } });
  });

  it('raises a version with each change by people', async () => {
    const first = async (path: string) => (await okay(person.get(`/api${path}`))).data[0];
    const item = await okay(person.post('/api/dashboard/action-items', { title: 'A', category: 'b', priority: 'low' }));
    await okay(person.put(`/api/dashboard/action-items/${item.data.id}`, { status: 'done' }));
    await okay(person.del(`/api/dashboard/action-items/${item.data.id}`));
    const { goal_id: goal } = await first('/dashboard/goals');
    await okay(person.put(`/api/dashboard/goals/${goal}`, { title: 'Changed' }));
    await okay(person.post(`/api/dashboard/goals/${goal}/progress`, { value: 1 }));
    const { id: card } = await first('/visibility/recommendations');
    await okay(person.put(`/api/visibility/recommendations/${card}`, { status: 'done' }));
    const { draftId } = await first('/content-suggestions');
    await okay(person.put(`/api/content-suggestions/${draftId}`, { status: 'rejected' }));
    await okay(person.post(`/api/content-suggestions/${draftId}/feedback`, { rating: 4 }));
    const { data: made } = await okay(person.post(`/api/content-suggestions/${draftId}/page`));
    await okay(person.put(`/api/cms/pages/${made.id}`, { status: 'published' }));
    const page = await makePage(person);
    await okay(person.post(`/api/cms/pages/${page.id}/schedule`, { publishAt: '2099-01-01T09:00:00Z' }));
    await okay(person.del(`/api/cms/pages/${page.id}`));
    await okay(person.post(`/api/cms/pages/${page.id}/restore`));
  });

  it('reads nothing else', async () => {
    const { accounts } = portal.deps.database;
    await accounts.execute(sql`revoke all on all tables in schema public from portal_tenant`);
    const names = sql.raw([...VERSIONED, 'organizations'].join());
    await accounts.execute(sql`grant select on ${names} to portal_tenant`);

    const routes = Object.values(proceduresOf(appRouter))
      .map((procedure) => definitionOf<RouteMeta>(procedure))
      .filter(({ meta }) => meta?.versioned);
    expect(routes.length).toBeGreaterThan(25);
    for (const { meta, type } of routes) {
      expect([type, meta?.access]).toEqual(['query', 'member']);
      const { statusCode, body } = await person.get(`/api${meta?.openapi?.path}`);
      expect(statusCode, `${meta?.openapi?.path} ${body}`).toBe(200);
    }
  });
});
