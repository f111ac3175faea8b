import { describe, expect, it } from 'vitest';
import { type AiProvider, DRAFT, draft, providerForThisTest, raw, silence } from '../../helpers/ai-providers.ts';
import { question } from '../../helpers/contexts.ts';
import { insightsForThisTest, named } from '../../helpers/insights-process.ts';

const ASKED = 'Why did my score drop?';
const WHY = question('nlq', ASKED);
// Asked before it counts; on a busy machine its calls may still be arriving when the next question is asked.
const BEFORE = question('nlq', 'Is anybody there?');

const calls = ({ asked }: AiProvider) => asked.filter(({ body }) => JSON.stringify(body ?? '').includes(ASKED));

async function withProviders(first = silence, second = silence) {
  const [primary, secondary] = await Promise.all([
    providerForThisTest('openai', first),
    providerForThisTest('openai', second),
  ]);
  const service = await insightsForThisTest({
    ...named('PRIMARY', primary, 'first-key'),
    ...named('SECONDARY', secondary, 'second-key'),
  });
  // What is loaded with the first question is not to count.
  await service.ask(BEFORE, { 'x-deadline-ms': '300' });
  const timed = async (deadline?: string) => {
    const started = performance.now();
    const answer = await service.ask(WHY, deadline === undefined ? {} : { 'x-deadline-ms': deadline });
    return { answer, started, took: performance.now() - started };
  };
  return { primary, secondary, service, timed };
}

const deterministic = { metadata: { ai_provider: 'deterministic' } };

describe('the time that a caller has', () => {
  it('is shared: a silent primary leaves enough for the secondary', async () => {
    const { secondary, timed } = await withProviders(silence, draft());

    const { answer, started, took } = await timed('3000');

    const waited = (calls(secondary)[0]?.at ?? 0) - started;
    expect(answer).toMatchObject(DRAFT);
    // 60 % of what is left when a quarter of a second is kept.
    expect(waited).toBeGreaterThan(1400);
    expect(took).toBeLessThan(3000);
  });

  it('is the secondary’s almost whole where the primary fails at once', async () => {
    const late: typeof silence = (response, wire) => setTimeout(() => draft()(response, wire), 2000);
    const { timed } = await withProviders(raw(500, '{}'), late);

    const { answer } = await timed('3500');

    expect(answer).toMatchObject(DRAFT);
  });

  it.each(['1500', '3000'])('is kept to when both are silent: %s ms', async (deadline) => {
    const { primary, secondary, timed } = await withProviders();

    const { answer, took } = await timed(deadline);

    expect(answer).toMatchObject(deterministic);
    expect(took).toBeLessThan(Number(deadline));
    expect([calls(primary).length, calls(secondary).length]).toEqual([1, 1]);
  });

  it('lets nobody be asked where it is too short for that', async () => {
    const { primary, secondary, timed } = await withProviders();

    const { answer } = await timed('5');

    expect(answer).toMatchObject(deterministic);
    expect([...calls(primary), ...calls(secondary)]).toEqual([]);
  });

  it.each(['soon', '-1', '1e3', ''])('is the usual eight seconds where it says %j', async (deadline) => {
    const late: typeof silence = (response, wire) => setTimeout(() => draft()(response, wire), 700);
    const { timed } = await withProviders(late, silence);

    const { answer } = await timed(deadline);

    expect(answer).toMatchObject(DRAFT);
  });
});

it('a provider that never answers is left alone for a while, and questions are quick again', async () => {
  const { primary, secondary, service, timed } = await withProviders(silence, draft());
  for (let times = 0; times < 4; times++) await service.ask(BEFORE, { 'x-deadline-ms': '300' });

  const { answer, started } = await timed('8000');

  expect(answer).toMatchObject(DRAFT);
  expect(calls(primary)).toEqual([]);
  expect((calls(secondary)[0]?.at ?? 0) - started).toBeLessThan(1000);
  expect(await service.metrics()).toContain('insights_provider_failures_total{provider="primary",reason="resting"} 1');
});
