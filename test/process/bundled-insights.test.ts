import { describe, expect, it } from 'vitest';
import { draft, providerForThisTest, raw } from '../helpers/ai-providers.ts';
import { named } from '../helpers/insights-process.ts';
import { homeForThisTest, portalProcess, settle } from '../helpers/process.ts';
import { scan } from '../helpers/scans.ts';

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
});
