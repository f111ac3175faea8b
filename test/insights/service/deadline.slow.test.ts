import { describe, expect, it } from 'vitest';
import { type AiProvider, DRAFT, draft, providerForThisTest, raw, silence } from '../../helpers/ai-providers.ts';
import { question } from '../../helpers/contexts.ts';
import { insightsForThisTest, named } from '../../helpers/insights-process.ts';

const ASKED = 'Why did my score drop?';
const WHY = question('nlq', ASKED);
// The warm-up question; on a busy machine its calls may still arrive during the next question.
const WARM_UP = question('nlq', 'Is anybody there?');

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
  // Loads the SDK before the measurement.
  await service.ask(WARM_UP, { 'x-deadline-ms': '300' });
  const timed = async (deadline?: string) => {
    const started = performance.now();
    const answer = await service.ask(WHY, deadline === undefined ? {} : { 'x-deadline-ms': deadline });
    return { answer, started, took: performance.now() - started };
  };
  return { primary, secondary, service, timed };
}

const deterministic = { metadata: { ai_provider: 'deterministic' } };

describe('The deadline of a caller', () => {
  it('leaves the secondary provider enough time after a silent primary', async () => {
    const { secondary, timed } = await withProviders(silence, draft());

    const { answer, started, took } = await timed('3000');

    const waited = (calls(secondary)[0]?.at ?? 0) - started;
    expect(answer).toMatchObject(DRAFT);
    // 60 % of the time left after the reserve of 250 ms.
    expect(waited).toBeGreaterThan(1400);
    expect(took).toBeLessThan(3000);
  });

  it('is almost all left to the secondary if the primary fails at once', async () => {
    const late: typeof silence = (response, wire) => setTimeout(() => draft()(response, wire), 2000);
    const { timed } = await withProviders(raw(500, '{}'), late);

    const { answer } = await timed('3500');

    expect(answer).toMatchObject(DRAFT);
  });

  it.each(['1500', '3000'])('is met if both are silent: %s ms', async (deadline) => {
    const { primary, secondary, timed } = await withProviders();

    const { answer, took } = await timed(deadline);

    expect(answer).toMatchObject(deterministic);
    expect(took).toBeLessThan(Number(deadline));
    expect([calls(primary).length, calls(secondary).length]).toEqual([1, 1]);
  });

  it('asks no provider if it is too short', async () => {
    const { primary, secondary, timed } = await withProviders();

    const { answer } = await timed('5');

    expect(answer).toMatchObject(deterministic);
    expect([...calls(primary), ...calls(secondary)]).toEqual([]);
  });

  it.each(['soon', '-1', '1e3', ''])('is eight seconds for the invalid value %j', async (deadline) => {
    const late: typeof silence = (response, wire) => setTimeout(() => draft()(response, wire), 700);
    const { timed } = await withProviders(late, silence);

    const { answer } = await timed(deadline);

    expect(answer).toMatchObject(DRAFT);
  });
});

it('skips a provider after repeated timeouts, so that questions are fast again', async () => {
  const { primary, secondary, service, timed } = await withProviders(silence, draft());
  for (let times = 0; times < 4; times++) await service.ask(WARM_UP, { 'x-deadline-ms': '300' });

  const { answer, started } = await timed('8000');

  expect(answer).toMatchObject(DRAFT);
  expect(calls(primary)).toEqual([]);
  expect((calls(secondary)[0]?.at ?? 0) - started).toBeLessThan(1000);
  expect(await service.metrics()).toContain('insights_provider_failures_total{provider="primary",reason="resting"} 1');
});
