import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const UNIT = [
  'test/**/*.unit.test.ts',
  'test/{docs,figures,house,package}.test.ts',
  'test/{ops,insights/service}/**/*.test.ts',
];
const EMBEDDED = ['test/**/*.embedded.test.ts'];
const SLOW = ['test/{process,web,commands}/**/!(*.unit).test.ts', 'test/**/*.slow.test.ts'];

/**
 * Groups run one after the other, so that each worker loads the portal once. There are more workers than the cores of a
 * small machine: tests wait for timers, processes and servers. With many more, each gets so little of a core that
 * portals shed load, and processes take more connections than a server has.
 */
const group = (
  groupOrder: number,
  name: string,
  include: string[],
  exclude: string[] = [],
  { embedded = false } = {},
) => ({ test: { name, include, exclude, maxWorkers: 3, sequence: { groupOrder }, provide: { embedded } } });

export default defineConfig({
  // Thousands of tests register people. Processes that tests start hash at the cost of every portal.
  resolve: { alias: { '@node-rs/argon2': fileURLToPath(new URL('test/helpers/quick-argon2.ts', import.meta.url)) } },
  test: {
    projects: [
      // No database.
      group(3, 'unit', UNIT, SLOW),
      // About the embedded database, whatever DATABASE_URL says.
      group(2, 'embedded', EMBEDDED, [], { embedded: true }),
      // Whole processes, browsers, sweeps and long waits.
      group(0, 'slow', SLOW, EMBEDDED),
      // Everything else: through HTTP, on the embedded database or the server at DATABASE_URL.
      group(1, 'portal', ['test/**/*.test.ts'], [...UNIT, ...EMBEDDED, ...SLOW]),
    ],
    globalSetup: 'test/helpers/template.ts',
    pool: 'forks',
    // The portal takes seconds to load: each worker loads it once, and most files share its portal.
    isolate: false,
    // Tests leave much garbage: it is collected in larger steps.
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=32'],
    // Far longer than any test takes on an idle machine: what it waits for comes late on a busy one. So no test has a
    // time of its own.
    testTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 300_000,
  },
});
