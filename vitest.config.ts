import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/helpers/template.ts',
    pool: 'forks',
    // The whole portal takes seconds to load: a worker loads it once, and each file opens portals of its own.
    isolate: false,
    // One more than the cores of a small machine: tests wait for timers and processes too.
    maxWorkers: 3,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
