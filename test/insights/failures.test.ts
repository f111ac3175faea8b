import { afterAll, beforeAll, expect, it } from 'vitest';
import { insightRuns } from '../../db/schema/index.ts';
import { runLog } from '../../routers/insights/runs.ts';
import { clientDb } from '../helpers/client-db.ts';
import { openBeside, type Portal } from '../helpers/portal.ts';
import { hangsUp, json, silent, startUpstream, well } from '../helpers/upstream.ts';

const QUERY = '/api/insights/query';

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let portal: Portal;
beforeAll(async () => {
  upstream = await startUpstream();
  portal = await openBeside({ env: { INSIGHTS_URL: upstream.url, INSIGHTS_TIMEOUT_MS: '1000' } });
});
afterAll(async () => {
  await portal.close();
  await upstream.close();
});

it.each([
  ['a status of the service', json(500, {}), 'unusable', 500],
  ['an overloaded service', json(429, {}, { 'retry-after': '0' }), 'overloaded', 429],
  ['an unusable answer', json(200, {}), 'unusable', 200],
  ['a broken connection', hangsUp, 'unreachable', null],
  ['a timeout', silent, 'timeout', null],
] as const)('keeps the kind, the status and the request of a failure, for operators only: %s', async (...row) => {
  const [, behaviour, failureKind, upstreamStatus] = row;
  const person = await portal.register();
  upstream.becomes(behaviour);

  const response = await person.post(QUERY, { type: 'nlq', query: 'Why?' });
  await portal.deps.use(runLog).settled();

  const [run] = await clientDb(portal, person.orgId).select().from(insightRuns);
  const requestId = String(response.headers['x-request-id']);
  expect(run).toMatchObject({ status: 'failed', failureKind, upstreamStatus, requestId });
  const line = portal.lines.map((text) => JSON.parse(text)).find(({ reqId, code }) => reqId === requestId && code);
  expect(line).toMatchObject({ code: run?.errorCode, err: { message: expect.any(String) } });
  const shown = response.body + (await person.get('/api/insights/history')).body;
  for (const hidden of [requestId, 'failureKind', 'failure_kind', 'upstream']) expect(shown).not.toContain(hidden);
});

it('keeps the request of an answered query, without a failure', async () => {
  const person = await portal.register();
  upstream.becomes(well);

  const response = await person.post(QUERY, { type: 'scoring' });
  await portal.deps.use(runLog).settled();

  const [run] = await clientDb(portal, person.orgId).select().from(insightRuns);
  const requestId = response.headers['x-request-id'];
  expect(run).toMatchObject({ status: 'succeeded', failureKind: null, upstreamStatus: null, requestId });
});
