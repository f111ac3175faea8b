import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/helpers/template.ts',
    pool: 'forks',
    // The whole portal takes seconds to load: a worker loads it once, and each file opens portals of its own.
    isolate: false,
    // More than the cores of a small machine: tests wait for timers, for processes, and for a server where there is one.
    maxWorkers: process.env.DATABASE_URL ? 4 : 3,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
