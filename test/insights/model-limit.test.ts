import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../../db/schema/index.ts';
import { buildInsights } from '../../insights/app.ts';
import { draft, startProvider } from '../helpers/ai-providers.ts';
import type { Person } from '../helpers/people.ts';
import { openBeside, type Portal } from '../helpers/portal.ts';

const INSIGHTS_SECRET = 'kVq7zT0xB2mY9sLdR4wN8aHc';
const WITHOUT_A_MODEL = /^AI analysis is unavailable/;

let provider: Awaited<ReturnType<typeof startProvider>>;
let insights: ReturnType<typeof buildInsights>;
let portal: Portal;
beforeAll(async () => {
  const answer = 'Reviews hold it back most.';
  provider = await startProvider('openai', draft({ answer, confidence: 0.8, sources: ['goals'], suggestions: [] }));
  const slot = {
    slot: 'primary',
    kind: 'openai',
    url: provider.url,
    query: '',
    key: 'a key',
    model: 'a-model',
  } as const;
  insights = buildInsights({ secrets: [INSIGHTS_SECRET], logLevel: 'silent', providers: [slot] });
  const INSIGHTS_URL = await insights.listen({ port: 0, host: '127.0.0.1' });
  portal = await openBeside({ env: { INSIGHTS_URL, INSIGHTS_SECRET } });
});
afterAll(async () => {
  await portal.close();
  await insights.close();
  await provider.close();
});

const verify = ({ userId }: Person) =>
  portal.deps.database.accounts.update(users).set({ emailVerified: true }).where(eq(users.id, userId));

async function ask(person: Person, type = 'nlq') {
  const response = await person.post('/api/insights/query', { type, query: 'Why did my score drop?' });
  return response.json().metadata.ai_provider as string;
}

async function askTimes(person: Person, times: number) {
  const answers = [];
  for (let n = 0; n < times; n++) answers.push(await ask(person, n % 2 ? 'explain' : 'nlq'));
  return answers;
}

const MODEL = Array(10).fill('openai');

describe('An organization without a verified administrator', () => {
  it('asks a model ten questions a day over all its people, then is answered without one', async () => {
    const admin = await portal.register();
    const member = await portal.join(admin);

    const first = [...(await askTimes(admin, 5)), ...(await askTimes(member, 5))];
    const next = [await ask(admin), await ask(member, 'explain')];

    expect(first).toEqual(MODEL);
    expect(next).toEqual(['deterministic', 'deterministic']);
  });

  it('is told in the answer, and in the preview of the request', async () => {
    const admin = await portal.register();
    const preview = async () =>
      (await admin.get('/api/insights/preview?query=Why')).json().data.options as Record<string, unknown>;
    const before = await preview();
    await askTimes(admin, 10);

    const answer = await admin.post('/api/insights/query', { type: 'nlq', query: 'Why did my score drop?' });

    expect(answer.json()).toMatchObject({
      answer: expect.stringMatching(WITHOUT_A_MODEL),
      metadata: { tokens_used: 0 },
    });
    expect(before).toEqual({ maxRecommendations: 5 });
    expect(await preview()).toEqual({ maxRecommendations: 5, models: false });
    const [run] = (await admin.get('/api/insights/history')).json().runs;
    expect(run.input_params).not.toHaveProperty('options.models');
  });

  it('does not count scoring and playbook', async () => {
    const admin = await portal.register();
    for (let n = 0; n < 6; n++) for (const type of ['scoring', 'playbook']) await ask(admin, type);

    expect(await askTimes(admin, 10)).toEqual(MODEL);
  });

  it('asks a model again as soon as an administrator has verified the address', async () => {
    const admin = await portal.register();
    const member = await portal.join(admin);
    await askTimes(admin, 10);
    const before = await ask(member);
    await verify(admin);

    expect([before, await ask(admin), await ask(member)]).toEqual(['deterministic', 'openai', 'openai']);
  });
});
