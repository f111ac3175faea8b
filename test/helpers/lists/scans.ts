import { aeo, answer, competitor, listing, plannedItem, recommendation, suggestion } from '../scan-parts.ts';
import { scan } from '../scans.ts';
import { by, inside, type ListOfTheApi, minutesAgo, numbers, type Row, scans } from './filling.ts';

const answers = (facts: (n: number) => Row) =>
  scans((all) => ({ aeo: aeo({ answers: all.map((n) => answer(facts(n))) }) }));

/** The lists of scans, and of what the latest scan found. */
export const SCAN_LISTS: ListOfTheApi[] = [
  {
    path: '/visibility/score-history',
    async fill(_portal, person, count, from) {
      const pipeline = await person.pipeline();
      for (const n of numbers(count, from))
        await pipeline.post('/api/ingest/scans', scan({ completedAt: minutesAgo(n).toISOString() }));
    },
    idsOf: by('runId'),
    backwards: true,
  },
  {
    path: '/visibility/competitors',
    fill: scans((all) => ({
      competitors: all.map((n) =>
        competitor({ name: `Rival ${n % 6}`, domain: `rival${n}.example`, dynamic_score: 50 + ((n * 5) % 4) }),
      ),
    })),
    idsOf: inside('competitors', 'domain'),
  },
  {
    path: '/visibility/competitor-suggestions',
    fill: scans((all) => ({
      competitorSuggestions: all.map((n) =>
        suggestion({
          domain: `newcomer${n}.example`,
          relevanceScore: 50 + (n % 3),
          excludedReason: n % 2 ? 'Too far away.' : null,
        }),
      ),
    })),
    idsOf: inside('suggestions', 'domain'),
  },
  {
    path: '/visibility/aeo',
    fill: scans((all) => ({ aeo: aeo({ generated_queries: all.map((n) => `Query ${n}`) }) })),
    idsOf: (body: { data: { generated_queries: string[] } }) => body.data.generated_queries,
  },
  {
    path: '/visibility/aeo/history',
    async fill(_portal, person, count, from) {
      const pipeline = await person.pipeline();
      for (const n of numbers(count, from)) {
        const facts = { completedAt: minutesAgo(n).toISOString(), aeo: aeo({ answers: [answer()] }) };
        await pipeline.post('/api/ingest/scans', scan(facts));
      }
    },
    idsOf: by('runId'),
    backwards: true,
  },
  {
    path: '/visibility/aeo/answers',
    fill: answers((n) => ({ prompt: `Question ${n}`, askedAt: minutesAgo(n).toISOString() })),
    idsOf: by('id'),
  },
  {
    path: '/visibility/aeo/sources',
    fill: answers((n) => ({ citations: [0, n % 2].map((page) => ({ url: `https://source${n}.example/${page}` })) })),
    idsOf: by('domain'),
  },
  {
    path: '/visibility/aeo/engines',
    fill: answers((n) => ({ engine: `Engine ${n}`, mentioned: n % 3 === 0 })),
    idsOf: by('engine'),
  },
  {
    path: '/visibility/listing-health',
    fill: scans((all) => ({ listings: all.map((n) => listing({ directory: `Directory ${n}` })) })),
    idsOf: inside('directory_results', 'directory'),
  },
  {
    path: '/visibility/action-plan',
    fill: scans((all) => ({
      actionPlan: {
        phases: [0, 1, 2].map((phase) => ({
          phase: phase + 1,
          key: `phase_${phase}`,
          title: `Phase ${phase}`,
          items: all.filter((n) => n % 3 === phase).map((n) => plannedItem({ externalId: `item-${n}` })),
        })),
      },
    })),
    idsOf: (body: { data: { phases: { items: Row[] }[] } }) =>
      body.data.phases.flatMap(({ items }) => items.map(({ id }) => String(id))),
  },
  {
    path: '/visibility/recommendations',
    fill: scans((all) => ({
      recommendations: all.map((n) => recommendation({ externalId: `card-${n}`, priorityScore: 50 + (n % 3) })),
    })),
    idsOf: by('id'),
  },
];
