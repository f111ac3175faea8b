import { describe, expect, it } from 'vitest';
import { BadConfig, readConfig } from '../../../insights/config.ts';
import { question } from '../../helpers/contexts.ts';
import { insightsForThisTest, launchInsights } from '../../helpers/insights-process.ts';

const SECRET = { INSIGHTS_SECRET: 'r4nd0m-enough-for-a-service-secret' };
const MODEL = { AI_PRIMARY_MODEL: 'small-1' };

function refusal(variables: Record<string, string>) {
  try {
    readConfig({ ...SECRET, ...variables });
  } catch (error) {
    if (error instanceof BadConfig) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('Configuration of the insights service', () => {
  it.each([
    ['INSIGHTS_SECRET', { INSIGHTS_SECRET: 'hunter2' }],
    ['INSIGHTS_SECRET', { INSIGHTS_SECRET: '  ' }],
    ['INSIGHTS_SECRET_PREVIOUS', { INSIGHTS_SECRET_PREVIOUS: 'hunter2' }],
    ['PORT', { PORT: 'hunter2' }],
    ['PORT', { PORT: '70000' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'hunter2' }],
    ['AI_PRIMARY_MODEL', { AI_PRIMARY_KEY: 'hunter2' }],
    ['AI_PRIMARY_MODEL', { AI_PRIMARY_URL: 'http://127.0.0.1:9' }],
    ['AI_PRIMARY_MODEL', { AI_PRIMARY_KIND: 'openai' }],
    ['AI_PRIMARY_KEY', MODEL],
    ['AI_PRIMARY_KEY', { ...MODEL, AI_PRIMARY_KEY: 'hunter2 hunter3' }],
    ['AI_PRIMARY_KEY', { ...MODEL, AI_PRIMARY_KEY: 'hunter2\nx-evil: 1' }],
    ['AI_PRIMARY_KIND', { ...MODEL, AI_PRIMARY_KEY: 'hunter2', AI_PRIMARY_KIND: 'gemini' }],
    ['AI_PRIMARY_URL', { ...MODEL, AI_PRIMARY_URL: 'hunter2' }],
    ['AI_PRIMARY_URL', { ...MODEL, AI_PRIMARY_URL: 'file:///etc/hunter2' }],
    ['AI_PRIMARY_URL', { ...MODEL, AI_PRIMARY_URL: 'https://me:hunter2@api.example' }],
    ['AI_SECONDARY_MODEL', { AI_SECONDARY_KEY: 'hunter2' }],
  ])('reports an invalid %s in one line without its value', (name, variables) => {
    const message = refusal(variables);

    expect(message).toMatch(new RegExp(`^${name}\\b[^\\n]+$`));
    expect(message).not.toContain('hunter');
  });

  it.each(['AI_PRIMARY_URL', 'AI_SECONDARY_URL'])(
    'takes http as %s off loopback outside of production only',
    (name) => {
      const model = { AI_PRIMARY_MODEL: 'small-1', AI_PRIMARY_KEY: 'a-key', [name.replace('URL', 'MODEL')]: 'small-2' };
      const production = { NODE_ENV: 'production', ...model };
      const away = { [name]: 'HTTP://hunter2.internal/v1' };

      const refused = refusal({ ...production, ...away });

      expect(refused).toMatch(new RegExp(`^${name} must be https\\b[^\\n]+$`));
      expect(refused).not.toContain('hunter2');
      expect(refusal({ ...model, ...away })).toBe('accepted');
      for (const host of ['127.0.0.1:11434', 'localhost', '[::1]:8000'])
        expect(refusal({ ...production, [name]: `http://${host}` })).toBe('accepted');
    },
  );

  it('accepts no provider', () => {
    expect(readConfig(SECRET)).toMatchObject({ port: 3100, host: '127.0.0.1', providers: [] });
  });

  it.each([
    ['openai', {}, 'https://api.openai.com/v1'],
    ['anthropic', { AI_PRIMARY_KIND: 'anthropic' }, 'https://api.anthropic.com/v1'],
    ['anthropic', { AI_PRIMARY_KEY: 'sk-ant-x' }, 'https://api.anthropic.com/v1'],
    ['openai', { AI_PRIMARY_URL: 'http://127.0.0.1:11434' }, 'http://127.0.0.1:11434/v1'],
    ['openai', { AI_PRIMARY_URL: 'https://ai.example/v1/chat/completions' }, 'https://ai.example/v1'],
    ['openai', { AI_PRIMARY_URL: 'https://ai.example/openai/v1beta/' }, 'https://ai.example/openai/v1beta'],
    ['anthropic', { AI_PRIMARY_URL: 'https://api.anthropic.com/v1/messages' }, 'https://api.anthropic.com/v1'],
  ])('sets up a provider of kind %s from %j', (kind, variables, url) => {
    const { providers } = readConfig({ ...SECRET, ...MODEL, AI_PRIMARY_KEY: 'a-key', ...variables });

    expect(providers).toEqual([expect.objectContaining({ slot: 'primary', kind, url, model: 'small-1' })]);
  });

  it('keeps the query of an address', () => {
    const AI_PRIMARY_URL =
      'https://me.openai.azure.com/openai/deployments/small/chat/completions?api-version=2024-10-21';

    const { providers } = readConfig({ ...SECRET, ...MODEL, AI_PRIMARY_URL });

    const url = 'https://me.openai.azure.com/openai/deployments/small';
    expect(providers).toEqual([expect.objectContaining({ url, query: '?api-version=2024-10-21' })]);
  });

  it('accepts a provider without a key, and a secondary provider alone', () => {
    const { providers } = readConfig({
      ...SECRET,
      AI_SECONDARY_URL: 'http://127.0.0.1:9',
      AI_SECONDARY_MODEL: 'small-1',
    });

    expect(providers).toEqual([
      { slot: 'secondary', kind: 'openai', url: 'http://127.0.0.1:9/v1', query: '', key: undefined, model: 'small-1' },
    ]);
  });
});

describe('The process of the insights service', () => {
  it('exits with one line on standard error', async () => {
    const service = launchInsights({ ...SECRET, AI_PRIMARY_KEY: 'hunter2' });

    const { code } = await service.closed;

    expect(code).toBe(1);
    expect(service.said.stderr).toBe('AI_PRIMARY_MODEL must be set when AI_PRIMARY_KEY is.\n');
    expect(service.said.stdout).toBe('');
  });

  it('exits with one line if its port is in use', async () => {
    const first = await insightsForThisTest();
    const second = launchInsights({ ...SECRET, PORT: new URL(first.url).port });

    const { code } = await second.closed;

    expect(code).toBe(1);
    expect(second.said.stderr).toMatch(/^Cannot listen on the address of PORT and HOST: EADDRINUSE\.\n$/);
  });

  it('answers from the figures without a provider, and counts it', async () => {
    const service = await insightsForThisTest();

    const { answer, metadata, confidence } = await service.ask(question('nlq', 'How is our traffic?'));

    expect(answer).toMatch(/^In the last 30 days the website had 4,210 sessions by 3,380 users/);
    expect(metadata).toMatchObject({ ai_provider: 'deterministic', tokens_used: 0 });
    expect(confidence).toBeLessThanOrEqual(0.5);
    expect(await service.metrics()).toContain('insights_degradations_total{type="nlq",reason="unconfigured"} 1');
  });
});
