import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { appRouter } from '../../routers/index.ts';
import { runLog } from '../../routers/insights/runs.ts';
import { toolsOf } from '../../server/mcp/registry.ts';
import { message, sendBody } from '../helpers/assistants.ts';
import { markedContent } from '../helpers/marked-content.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { markedRecords } from '../helpers/records.ts';
import { markedParts } from '../helpers/scan-parts.ts';
import { scan } from '../helpers/scans.ts';

const portal = portalForThisFile();

const all = [...toolsOf(appRouter).values()];
const tools = all.filter(({ type }) => type === 'query');

/** A tenant with its own marker in every text that tools read. */
async function marked() {
  const marker = `marker-${randomUUID()}`;
  const person = await portal.register({ orgName: marker });
  const pipeline = await person.pipeline(['ingest', 'read']);
  const tiers = [{ key: marker, label: marker, score: 50, weight: 1 }];
  const facts = { externalId: marker, tiers, ...markedParts(marker) };
  const { runId } = (await pipeline.post('/api/ingest/scans', scan(facts))).json();
  await pipeline.post('/api/ingest/records', markedRecords(marker));
  const content = await markedContent(person, marker);
  await person.post('/api/insights/query', { type: 'nlq', query: `What of ${marker}?` });
  await portal.deps.use(runLog).settled();
  return { marker, person, key: pipeline.key, ids: [runId, person.orgId, person.userId, ...Object.values(content)] };
}

let one: Awaited<ReturnType<typeof marked>>;
let other: Awaited<ReturnType<typeof marked>>;
beforeAll(async () => {
  [one, other] = [await marked(), await marked()];
});

const call = (name: string, given: object) =>
  sendBody(portal, one.key, message('tools/call', { name, arguments: given }));

describe('two tenants', () => {
  it.each(tools.map(({ tool }) => tool.name))(
    '%s shows data of the caller only, whatever it is given',
    async (name) => {
      const { orgId, userId } = other.person;
      const chosen = { clientId: orgId, client_id: orgId, orgId, org_id: orgId, userId, tenant: orgId };

      const answers = [
        await call(name, {}),
        await call(name, chosen),
        ...(await Promise.all(other.ids.map((id) => call(name, { ...chosen, id })))),
      ];

      for (const { statusCode, body } of answers) {
        expect(statusCode).toBe(200);
        expect(body).not.toContain(other.marker);
        expect(body).not.toContain(orgId);
      }
    },
  );

  it.each([
    'get_visibility_overview',
    'get_scores',
    'get_competitor_benchmark',
    'get_ai_search',
    'list_ai_answers',
    'list_ai_sources',
    'get_listing_health',
    'list_recommendations',
    'list_goals',
    'list_tasks',
    'list_pages',
    'list_reviews',
    'list_insights',
  ])('%s shows the marker of the caller', async (name) => {
    const { body } = await call(name, {});

    expect(body).toContain(one.marker);
  });

  it('get_page finds the pages of the caller, and none of the other', async () => {
    const own = await call('get_page', { id: await pageOf(one) });
    const foreign = await call('get_page', { id: await pageOf(other) });
    const unknown = await call('get_page', { id: randomUUID() });

    expect(own.body).toContain(one.marker);
    expect(foreign.json().result).toEqual(unknown.json().result);
  });
});

const pageOf = async ({ person }: typeof one) => (await person.get('/api/cms/pages')).json()[0].id as string;

it('no tool concerns accounts, members, keys, billing, exports or the operator', () => {
  const closed = /^(auth|billing|exports|operator|ingest|imports|webhooks)\b/;

  expect(all.map(({ path }) => path).filter((path) => closed.test(path))).toEqual([]);
  expect(tools.length).toBeGreaterThanOrEqual(20);
});
