import { randomBytes } from 'node:crypto';
import { onTestFinished, vi } from 'vitest';
import type { InsightAnswer } from '../../insights/wire.ts';
import type { AiProvider } from './ai-providers.ts';
import { run, type Variables } from './spawn.ts';

/** Starts insights/main.ts with exactly these variables, without waiting. */
export const launchInsights = (variables: Variables) => run('insights/main.ts', variables);

/** The variables that configure a provider. */
export const named = (slot: 'PRIMARY' | 'SECONDARY', { kind, url }: Pick<AiProvider, 'kind' | 'url'>, key: string) => ({
  [`AI_${slot}_KIND`]: kind,
  [`AI_${slot}_URL`]: url,
  [`AI_${slot}_KEY`]: key,
  [`AI_${slot}_MODEL`]: `${slot.toLowerCase()}-model-7b`,
});

/** Starts an insights service and waits until it listens. Kill it when done. */
export async function startInsights(variables: Variables = {}) {
  const secret = randomBytes(32).toString('base64');
  const service = launchInsights({ INSIGHTS_SECRET: secret, PORT: '0', LOG_LEVEL: 'info', ...variables });
  const url = await vi.waitFor(
    () => {
      const [, at] = service.said.stdout.match(/listening at (http:[^"]+)"/) ?? [];
      if (!at) throw new Error(`The service does not listen: ${service.said.stderr}`);
      return at;
    },
    { timeout: 30_000, interval: 20 },
  );
  const send = async (body: unknown, headers: Variables = {}) => {
    const response = await fetch(`${url}/query`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-secret': secret, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return {
    ...service,
    url,
    secret,
    send,
    /** Sends a question that must succeed. */
    async ask(question: unknown, headers: Variables = {}): Promise<InsightAnswer> {
      const { status, text } = await send(question, headers);
      if (status !== 200) throw new Error(`${status} ${text}`);
      return JSON.parse(text);
    },
    async metrics() {
      const response = await fetch(`${url}/metrics`);
      return response.text();
    },
  };
}

export type InsightsProcess = Awaited<ReturnType<typeof startInsights>>;

/** An insights service for this test only. */
export async function insightsForThisTest(variables?: Variables) {
  const service = await startInsights(variables);
  onTestFinished(() => service.kill());
  return service;
}
