import { onTestFinished } from 'vitest';
import { startCollector } from '../../demo/services/telemetry/collector.ts';

/** A collector for this test only. */
export async function collectorForThisTest() {
  const collector = await startCollector();
  onTestFinished(() => collector.close());
  return collector;
}
