import type { Database } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { seedDemo } from '../../demo/seed.ts';
import { describePage } from '../../routers/cms/rendering/describe.ts';
import { plusDays } from '../../routers/values/days.ts';
import { questionKey, storeEvidence } from '../../routers/visibility/public.ts';
import { seedCopies } from '../copies.ts';
import { openFleet } from '../fleet.ts';
import { CONNECTIONS } from '../load.ts';
import { compete } from '../rounds.ts';
import { seedDemoPeople, settle } from '../seed.ts';
import { atMost, type Section } from './section.ts';

const FEW = 10;
const ROWS = 20;

/** Uncached reads: never cached, or for a new period each time. */
const READS = [
  () => '/api/visibility/score-history?limit=52',
  () => `/api/visibility/website-analytics?${days()}`,
  () => `/api/analytics/sources?${days()}`,
  () => `/api/analytics/heatmap?${days()}`,
  () => `/api/analytics/reviews?${days()}`,
  () => `/api/dashboard/content-impact?${days()}`,
  () => '/api/dashboard/goals',
  () => '/api/dashboard/action-items',
  () => '/api/dashboard/roi',
  () => '/api/insights/history',
  () => '/api/cms/pages',
  () => '/api/content-suggestions',
];

const today = new Date().toISOString().slice(0, 10);
let asked = 0;

/** A period of about thirty days, different each time. */
function days() {
  const to = plusDays(today, -1 - (asked++ % 300));
  return `from=${plusDays(to, -20 - (Math.floor(asked / 300) % 300))}&to=${to}`;
}

/** Seeds a full client with signed-in people among many small clients. */
async function seedClients(database: Database, clients: number) {
  await migrate(database);
  await seedDemo(database, {
    hashPassword: async () => 'none',
    describePage,
    storeEvidence,
    questionKey,
    sealWebhookSecret: () => 'none',
    sealSecondFactor: () => 'none',
    sealConnection: () => 'none',
  });
  const { orgId, people } = await seedDemoPeople(database, CONNECTIONS);
  await seedCopies(database, orgId, clients - 1, ROWS);
  await settle(database);
  return people;
}

/** The same reads of the same client, with ten and with ten thousand clients in the database. */
export const growth: Section = async (place, pace, quick) => {
  const many = place.kind === 'PostgreSQL' && !quick ? 10_000 : 1000;
  const [small, large] = [await place.another(), await place.another()];
  try {
    const contenders = [];
    await using fleets = new AsyncDisposableStack();
    for (const [at, clients] of [
      [small, FEW],
      [large, many],
    ] as const) {
      const people = await at.prepare((database) => seedClients(database, clients));
      const fleet = fleets.use(openFleet(at));
      let sent = 0;
      const request = () => ({
        path: READS[sent % READS.length]?.() ?? '',
        headers: { cookie: people[sent++ % people.length]?.cookie ?? '' },
      });
      const name = `portal, ${clients.toLocaleString('en')} clients`;
      contenders.push({ name, server: await fleet.start('portal'), aim: { path: '/api', request } });
    }
    const figures = await compete(contenders, pace);
    const [few, more] = figures.map(({ rate }) => rate);
    return {
      title: `Uncached reads of ${READS.length} routes`,
      figures,
      targets: [
        atMost(
          `${many.toLocaleString('en')} clients cost at most 1.2 times as much as ${FEW}`,
          1.2,
          (few ?? 0) / (more ?? 0),
          true,
        ),
      ],
    };
  } finally {
    await Promise.all([small.drop(), large.drop()]);
  }
};
