import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insightRuns, insightUsage } from '../../db/schema/index.ts';
import { runLog } from '../../routers/insights/runs.ts';
import { clientDb } from '../helpers/client-db.ts';
import type { Person } from '../helpers/people.ts';
import { openBeside, type Portal } from '../helpers/portal.ts';
import { ANSWER, json, startUpstream } from '../helpers/upstream.ts';

const QUERY = '/api/insights/query';

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let portal: Portal;
beforeAll(async () => {
  upstream = await startUpstream();
  // Long enough for fifty at once on a busy machine: timeouts would open the circuit breaker.
  portal = await openBeside({ env: { INSIGHTS_URL: upstream.url, INSIGHTS_TIMEOUT_MS: '30000' } });
});
afterAll(async () => {
  await portal.close();
  await upstream.close();
});

const answering = (tokens: object) => json(200, { ...ANSWER, metadata: { ...ANSWER.metadata, ...tokens } });

async function usageOf(person: Person) {
  await portal.deps.use(runLog).settled();
  const rows = await clientDb(portal, person.orgId).select().from(insightUsage).orderBy(insightUsage.month);
  return rows.map(({ clientId: _, ...row }) => row);
}

const month = () => `${new Date().toISOString().slice(0, 7)}-01`;

describe('Questions and tokens of a month', () => {
  it('are exact for fifty questions at once, failed ones included', async () => {
    const [person, other] = [await portal.register(), await portal.register()];
    let call = 0;
    const [told, failing] = [answering({ tokens_used: 30, tokens_input: 20, tokens_output: 10 }), json(500, {})];
    upstream.becomes((response, request) => (call++ % 5 ? told : failing)(response, request));

    const answers = await Promise.all(Array.from({ length: 50 }, () => person.post(QUERY, { type: 'scoring' })));

    const answered = answers.filter(({ statusCode }) => statusCode === 200).length;
    expect(answered).toBe(40);
    expect(await usageOf(person)).toEqual([
      { month: month(), questions: 50, tokens: 30 * answered, tokensInput: 20 * answered, tokensOutput: 10 * answered },
    ]);
    expect(await usageOf(other)).toEqual([]);
  });

  it('count tokens that the service did not tell apart, and never show the two kinds', async () => {
    const person = await portal.register();
    upstream.becomes(answering({ tokens_used: 321 }), answering({ tokens_input: 300, tokens_output: 21 }));

    await person.post(QUERY, { type: 'scoring' });
    const response = await person.post(QUERY, { type: 'scoring' });

    expect(Object.keys(response.json().metadata).sort()).toEqual([
      ...['ai_model', 'ai_provider', 'execution_time_ms', 'tokens_used'],
    ]);
    expect(await usageOf(person)).toEqual([
      { month: month(), questions: 2, tokens: 642, tokensInput: 300, tokensOutput: 21 },
    ]);
  });

  it('are of the month in which the question arrived, in UTC, and stay when runs are deleted', async () => {
    const person = await portal.register();
    const db = clientDb(portal, person.orgId);
    const run = (startedAt: string, completedAt: string | null) => ({
      clientId: person.orgId,
      userId: person.userId,
      runType: 'nlq' as const,
      inputParams: {},
      worker: 1,
      tokensUsed: 10,
      startedAt: new Date(startedAt),
      completedAt: completedAt ? new Date(completedAt) : null,
    });
    const late = run('2026-01-31T23:59:59.500Z', '2026-02-01T00:00:01Z');
    await db
      .insert(insightRuns)
      .values([late, run('2026-02-01T00:00:00Z', '2026-02-01T00:00:02Z'), run('2026-02-02T00:00:00Z', null)]);
    await db.update(insightRuns).set({ aiModel: 'renamed' });

    await db.delete(insightRuns);

    const counted = { questions: 1, tokens: 10, tokensInput: 0, tokensOutput: 0 };
    expect(await usageOf(person)).toEqual([
      { month: '2026-01-01', ...counted },
      { month: '2026-02-01', ...counted },
    ]);
  });
});
