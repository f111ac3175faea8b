import { performance } from 'node:perf_hooks';
import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { clientDb } from '../helpers/client-db.ts';
import { onServer } from '../helpers/database.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile();

/** The turn of the event loop, counted by libuv: an immediate that counts may run before or after the calls of its turn. */
const turn = () => performance.nodeTiming.uvMetricsInfo.loopCount;

it.runIf(onServer())(
  'while statements of a client wait, one of its calls begins in a turn of the event loop',
  async () => {
    const person = await portal.register();
    const db = clientDb(portal, person.orgId);
    const end = Promise.withResolvers<void>();
    const holding = Array.from({ length: 10 }, () =>
      db.transaction((tx) => tx.execute(sql`select 1`).then(() => end.promise)),
    );
    const begun: number[] = [];
    const { cache } = portal.deps;
    onTestFinished(() => void Object.assign(portal.deps, { cache }));
    const noted = (...given: Parameters<typeof cache>) => {
      begun.push(turn());
      return cache(...given);
    };
    Object.assign(portal.deps, { cache: noted });

    const calls = Array.from({ length: 20 }, (_, n) => person.get(`/api/analytics/reviews?from=2026-01-${10 + n}`));
    await vi.waitFor(() => expect(begun).toHaveLength(20));
    end.resolve();
    const answers = await Promise.all(calls);
    await Promise.all(holding);

    expect(new Set(begun).size).toBe(20);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 200));
  },
);
