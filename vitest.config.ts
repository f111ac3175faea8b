import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of half a minute or more. They start first so that no worker is left with one at the end. */
const LONG =
  /(process\/(command-socket|drain|heartbeat|interrupted-runs|data-folder|database-away|workers|mail)|web\/(pages|weight)|commands\/(doctor|backup)|\.slow|http\/no-effect|contract|package)\.test\.ts$/;

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(LONG.test(b.moduleId)) - Number(LONG.test(a.moduleId)));
  }
}

export default defineConfig({
  // Thousands of tests register people. Processes that tests start hash at the cost of every portal.
  resolve: { alias: { '@node-rs/argon2': fileURLToPath(new URL('test/helpers/quick-argon2.ts', import.meta.url)) } },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/helpers/template.ts',
    pool: 'forks',
    sequence: { sequencer: LongFirst },
    // The portal takes seconds to load: each worker loads it once, and each file opens its own portals.
    isolate: false,
    // More than the cores of a small machine: tests wait for timers, processes and servers. With many more, each gets
    // so little of a core that portals shed load.
    maxWorkers: 3,
    // Tests leave much garbage: it is collected in larger steps.
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=32'],
    testTimeout: 30_000,
    // What a test polls for comes late on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 60_000,
  },
});
