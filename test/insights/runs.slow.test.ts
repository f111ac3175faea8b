import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insightRuns } from '../../db/schema/index.ts';
import { startSweeps } from '../../portal/process/sweeps.ts';
import { domains } from '../../routers/domains.ts';
import { runLog } from '../../routers/insights/runs.ts';
import { clientDb } from '../helpers/client-db.ts';
import type { Person } from '../helpers/people.ts';
import { openPortal, type Portal } from '../helpers/portal.ts';
import { ANSWER, type Behaviour, hangsUp, json, silent, startUpstream, well } from '../helpers/upstream.ts';

const QUERY = '/api/insights/query';

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let portal: Portal;
let address: string;
beforeAll(async () => {
  upstream = await startUpstream();
  portal = await openPortal({ env: { INSIGHTS_URL: upstream.url, INSIGHTS_TIMEOUT_MS: '300' } });
  address = await portal.listen();
});
afterAll(async () => {
  await portal.close();
  await upstream.close();
});

const historyOf = async (person: Person) => (await person.get('/api/insights/history?limit=50')).json();

/** Asks over a real socket, and disconnects on request. */
async function askAndLeave(person: Person, body: object, signal: AbortSignal) {
  const headers = { cookie: person.cookie, 'x-forwarded-for': person.address, 'content-type': 'application/json' };
  return fetch(address + QUERY, { method: 'POST', headers, body: JSON.stringify(body), signal })
    .then(({ status }) => status)
    .catch(() => 'gone');
}

describe('Recording of insight runs', () => {
  it('records the answer for a client that disconnected', async () => {
    const person = await portal.register();
    let release = () => {};
    upstream.becomes((response) => {
      release = () => void well(response, response.req);
    });

    const leaving = new AbortController();

    const outcome = askAndLeave(person, { type: 'nlq', query: 'Why?' }, leaving.signal);
    await expect.poll(() => upstream.asked.length).toBe(1);
    leaving.abort();
    await outcome;
    upstream.becomes(well);
    release();
    await portal.deps.use(runLog).settled();

    const { runs, total } = await historyOf(person);
    expect(total).toBe(1);
    expect(runs[0]).toMatchObject({ result_data: { answer: ANSWER.answer }, tokens_used: 321, ai_provider: 'primary' });
  });

  it('records an answer with characters that PostgreSQL cannot store', async () => {
    const person = await portal.register();
    upstream.becomes(json(200, { ...ANSWER, answer: 'Up\0 by 3 \ud83d points', suggestions: ['\0'] }));

    const { statusCode } = await person.post(QUERY, { type: 'scoring' });
    await portal.deps.use(runLog).settled();

    expect(statusCode).toBe(200);
    expect((await historyOf(person)).runs).toMatchObject([{ result_data: { answer: 'Up by 3 \ufffd points' } }]);
  });

  it('records each of 80 mixed queries once, whatever the outcome', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => portal.register()));
    const leaving = Array.from({ length: 80 }, () => new AbortController());
    const half: Behaviour = (response) => response.writeHead(200).write('{"type":');
    const faults = [well, well, json(503, {}), hangsUp, json(500, {}), silent, json(200, {}), json(429, {}), half];
    // Every fifth client disconnects when its question reaches the service.
    const behave: Behaviour = (response, request) => {
      const { query = '' } = JSON.parse(upstream.asked.at(-1)?.body ?? '{}');
      const index = Number(query.split(' ')[1] ?? 1);
      if (index % 5 === 0) leaving[index]?.abort();
      return faults[upstream.asked.length % faults.length]?.(response, request);
    };
    upstream.becomes(behave);
    const types = ['nlq', 'scoring', 'explain', 'playbook'];

    // Twenty at a time: a portal on a busy machine refuses what waits long, and records nothing of it.
    const outcomes: (number | string)[] = [];
    const questions = leaving.entries();
    const askInTurn = async () => {
      for (const [index, { signal }] of questions) {
        const type = index % 5 === 0 ? 'nlq' : types[Math.floor(index / 4) % 4];
        outcomes.push(await askAndLeave(people[index % 4] as Person, { type, query: `Question ${index}` }, signal));
      }
    };
    await Promise.all(Array.from({ length: 20 }, askInTurn));
    const refused = await people[0]?.post(QUERY, { type: 'nlq' });
    await portal.deps.use(runLog).settled();

    const totals = await Promise.all(people.map(async (person) => (await historyOf(person)).total));
    expect(totals).toEqual([20, 20, 20, 20]);
    expect(refused?.statusCode).toBe(400);
    expect(new Set(outcomes)).toEqual(new Set([200, 500, 503, 'gone']));
    const db = portal.deps.database.asMaintenance();
    const open = (await db.select().from(insightRuns)).filter(({ status }) => status === 'running');
    expect(open).toEqual([]);
  });
});

describe('Retention of insight runs', () => {
  const run = (person: Person, daysAgo: number) => ({
    clientId: person.orgId,
    userId: person.userId,
    runType: 'scoring' as const,
    inputParams: {},
    status: 'succeeded' as const,
    worker: 1,
    completedAt: new Date(Date.now() - daysAgo * 86_400_000),
  });
  const seed = async (person: Person, count: number, daysAgo: number) =>
    clientDb(portal, person.orgId)
      .insert(insightRuns)
      .values(Array.from({ length: count }, () => run(person, daysAgo)));
  const keeping = (days?: number) => ({ ...portal.deps, env: { ...portal.deps.env, INSIGHT_RUNS_KEPT_DAYS: days } });

  it('keeps runs for ever without a limit', async () => {
    const person = await portal.register();
    await seed(person, 3, 5000);

    for (const { run } of domains.flatMap(({ sweeps }) => sweeps?.(keeping()) ?? [])) await run();

    expect((await historyOf(person)).total).toBe(3);
  });

  it('deletes runs past the limit and keeps the totals exact', async () => {
    const [busy, quiet, fresh] = [await portal.register(), await portal.register(), await portal.register()];
    await seed(busy, 2300, 31);
    await seed(busy, 2, 29);
    await seed(quiet, 1, 400);
    await seed(fresh, 4, 1);

    const stop = startSweeps(keeping(30), domains);
    await expect.poll(async () => (await historyOf(busy)).total).toBe(2);
    await expect.poll(async () => (await historyOf(quiet)).total).toBe(0);
    stop();

    expect((await historyOf(busy)).runs).toHaveLength(2);
    expect(await historyOf(quiet)).toMatchObject({ runs: [], total: 0 });
    expect(await historyOf(fresh)).toMatchObject({ total: 4 });
  });
});
