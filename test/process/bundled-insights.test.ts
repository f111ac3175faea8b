import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '../../portal/process/log.ts';
import { startBundledInsights } from '../../routers/insights/bundled.ts';
import { readEnv } from '../../server/env.ts';
import { draft, providerForThisTest, raw } from '../helpers/ai-providers.ts';
import { named } from '../helpers/insights-process.ts';
import { homeForThisTest, launch, portalProcess, settle } from '../helpers/process.ts';
import { scan } from '../helpers/scans.ts';
import { ANSWER, json, upstreamForThisTest } from '../helpers/upstream.ts';

const KEY = 'sk-canary-of-the-operator';
const WHY = { type: 'nlq', query: 'Why did my score drop?' };

describe('the bundled insights service', () => {
  it('uses the providers configured for the portal', async () => {
    const [primary, secondary] = await Promise.all([
      providerForThisTest('anthropic', raw(529, '{}')),
      providerForThisTest('openai', draft()),
    ]);
    const portal = await portalProcess({
      ...(await homeForThisTest({ insights: true })),
      ...named('PRIMARY', primary, KEY),
      ...named('SECONDARY', secondary, KEY),
    });
    const { person, pipeline } = await settle(portal);
    await pipeline.post('/api/ingest/scans', scan());

    const answer = await person.post('/api/insights/query', WHY);
    const scoring = await person.post('/api/insights/query', { type: 'scoring' });

    expect(answer.json().metadata).toMatchObject({
      ai_provider: 'openai',
      ai_model: 'secondary-model-7b',
      tokens_used: 321,
    });
    expect(scoring.json().metadata).toMatchObject({ ai_provider: 'deterministic', tokens_used: 0 });
    expect([primary.asked.length, secondary.asked.length]).toEqual([1, 1]);
    await expect.poll(async () => (await person.get('/api/insights/history')).json().total).toBe(2);
    const said = portal.said.stdout + portal.said.stderr + answer.text + scoring.text;
    expect(said).not.toContain(KEY);
  });

  it.each([
    ['AI_PRIMARY_MODEL must be set when AI_PRIMARY_KEY is.', { AI_PRIMARY_KEY: KEY }],
    [
      'AI_SECONDARY_KIND must be openai or anthropic.',
      { AI_SECONDARY_KEY: KEY, AI_SECONDARY_MODEL: 'small-1', AI_SECONDARY_KIND: KEY },
    ],
  ])('stops the start with “%s” for an invalid configuration', async (line, variables) => {
    const portal = launch({ ...(await homeForThisTest({ insights: true })), PORT: '0', ...variables });

    const { code } = await portal.ended;
    await portal.closed;

    expect(code).toBe(1);
    expect(portal.said.stderr).toBe(`${line}\n`);
    expect(portal.said.stdout).not.toContain('listens on');
  });

  it('is not awaited by the start', async () => {
    const env = readEnv({ DATA_DIR: tmpdir(), INSIGHTS_SECRET: 'a-secret-of-this-test-9d2e' });
    const companion = await startBundledInsights(env, undefined, createLog('silent'));
    onTestFinished(() => {
      companion?.stop();
    });
    const health = () => fetch(`${companion?.settings.INSIGHTS_URL}/healthz`).then(({ status }) => status, String);

    expect(await health()).toMatch(/fetch failed/);
    await expect.poll(health).toBe(200);
  });

  it('refuses in production a model over http off loopback', async () => {
    const variables = await homeForThisTest({ insights: true });
    const keys = ['INSIGHTS_SECRET', 'PSEUDONYM_KEY', 'ENCRYPTION_KEY', 'SIGNING_KEY'];
    const secrets = Object.fromEntries(keys.map((name) => [name, randomBytes(32).toString('base64')]));
    const model = { AI_PRIMARY_URL: 'http://model.internal', AI_PRIMARY_MODEL: 'small-1' };

    const portal = launch({ ...variables, ...secrets, NODE_ENV: 'production', ...model });

    // Without a server there is no database that production takes, which is told first.
    const name = process.env.DATABASE_URL ? 'AI_PRIMARY_URL' : 'DATABASE_URL';
    expect((await portal.closed).code).toBe(1);
    expect(portal.said.stderr).toMatch(new RegExp(`^${name}\\b[^\\n]+\\n$`));
  });

  it('does not run when INSIGHTS_URL names another service', async () => {
    const upstream = await upstreamForThisTest(json(200, ANSWER));
    const elsewhere = {
      INSIGHTS_URL: upstream.url,
      INSIGHTS_SECRET: 'a secret of another service 8c1f'.replaceAll(' ', '-'),
    };
    const portal = await portalProcess({ ...(await homeForThisTest()), ...elsewhere, AI_PRIMARY_KEY: KEY });
    const { person } = await settle(portal);

    const { status } = await person.post('/api/insights/query', WHY);

    expect(status).toBe(200);
    expect(upstream.asked).toHaveLength(1);
    expect(JSON.stringify(upstream.asked[0]?.headers)).not.toContain(KEY);
  });
});
