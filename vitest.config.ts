import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes half a minute or more, mostly waiting: begun last, it would keep one worker busy while the others are done. */
const LONG = /(process\/(database-away|workers|interrupted-runs|mail)|ingest\/memory|package)\.test\.ts$/;

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(LONG.test(b.moduleId)) - Number(LONG.test(a.moduleId)));
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/helpers/template.ts',
    pool: 'forks',
    sequence: { sequencer: LongFirst },
    // The whole portal takes seconds to load: a worker loads it once, and each file opens portals of its own.
    isolate: false,
    // More than the cores of a small machine: tests wait for timers, for processes, and for a server where there is one.
    maxWorkers: process.env.DATABASE_URL ? 4 : 3,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
