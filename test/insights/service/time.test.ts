import { describe, expect, it } from 'vitest';
import { DRAFT, draft, providerForThisTest, raw, silence } from '../../helpers/ai-providers.ts';
import { question } from '../../helpers/contexts.ts';
import { insightsForThisTest, named } from '../../helpers/insights-process.ts';

const WHY = question('nlq', 'Why did my score drop?');

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
  await service.ask(WHY, { 'x-deadline-ms': '300' });
  const timed = async (deadline?: string) => {
    primary.asked.length = 0;
    secondary.asked.length = 0;
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

    const waited = (secondary.asked[0]?.at ?? 0) - started;
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
    expect([primary.asked.length, secondary.asked.length]).toEqual([1, 1]);
  });

  it('lets nobody be asked where it is too short for that', async () => {
    const { primary, secondary, timed } = await withProviders();

    const { answer } = await timed('5');

    expect(answer).toMatchObject(deterministic);
    expect([primary.asked.length, secondary.asked.length]).toEqual([0, 0]);
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
  for (let times = 0; times < 4; times++) await service.ask(WHY, { 'x-deadline-ms': '300' });

  const { answer, started } = await timed('8000');

  expect(answer).toMatchObject(DRAFT);
  expect(primary.asked).toEqual([]);
  expect((secondary.asked[0]?.at ?? 0) - started).toBeLessThan(1000);
  expect(await service.metrics()).toContain('insights_provider_failures_total{provider="primary",reason="resting"} 1');
});
