import { randomUUID } from 'node:crypto';

type Facts = Record<string, unknown>;

// Examples of the optional parts of a scan.

export const aeo = (facts: Facts = {}) => ({
  queryMode: 'local_discovery',
  generated_queries: ['best dentist in Portland'],
  coverage: 'standard',
  aeo_confidence: {
    score: 71.5,
    band: 'medium',
    summary: 'Enough answers to go by.',
    detail: 'Forty answers of four assistants.',
    factors: [{ key: 'sample', label: 'Sample size', value: 40, weight: 0.6 }],
  },
  aeo_visibility_score: 44.4,
  visibility_score: 41,
  position_score: 52.5,
  sentiment_score: 78,
  accuracy_score: 90.1,
  sample_size: 40,
  ...facts,
});

/** An answer of an AI assistant. */
export const answer = (facts: Facts = {}) => ({
  engine: 'chatgpt',
  prompt: 'best dentist in Portland',
  askedAt: '2026-02-14T09:00:00.000Z',
  mentioned: true,
  position: 2,
  sentiment: 0.5,
  citations: [{ url: 'https://www.yelp.example/biz/1', title: 'Dentists on Yelp' }],
  competitors: ['rival.example'],
  excerpt: 'Many recommend this practice.',
  ...facts,
});

export const listing = (facts: Facts = {}) => ({
  directory: 'Yelp',
  listingUrl: 'https://yelp.example/biz/1',
  verificationStatus: 'verified',
  listedName: 'Example',
  listedAddress: '12 Harbor St',
  listedPhone: '+12075550142',
  listedDomain: 'example.com',
  checkedAt: '2026-02-15T01:00:00.000Z',
  ...facts,
});

export const competitor = (facts: Facts = {}) => ({
  name: 'Rival Dental',
  domain: 'rival.example',
  raw_score: 55.5,
  dynamic_score: 50,
  overall_score: 51,
  asOf: '2026-02-15T02:00:00.000Z',
  tiers: { foundation: 60 },
  components: { reviews: 45.5 },
  ...facts,
});

export const suggestion = (facts: Facts = {}) => ({
  name: 'Newcomer Dental',
  domain: 'newcomer.example',
  source: 'search',
  relevanceScore: 80,
  specialtyOverlap: 0.5,
  selectionReason: 'Relevance 80 of 100.',
  ...facts,
});

export const recommendation = (facts: Facts = {}) => ({
  externalId: randomUUID(),
  title: 'Ask for reviews',
  description: 'After each visit.',
  impact: 'high',
  effort: 'low',
  category: 'reviews',
  priorityScore: 60,
  status: 'open',
  ...facts,
});

export const plannedItem = (facts: Facts = {}) => ({
  externalId: randomUUID(),
  title: 'Claim the listing',
  description: 'On the map.',
  status: 'todo',
  impact: 'medium',
  effort: 'low',
  category: 'listings',
  ...facts,
});

/** Every part with a marker in every free text. */
export const markedParts = (word: string) => ({
  aeo: aeo({
    generated_queries: [word],
    aeo_confidence: { score: 1, band: 'low', summary: word, detail: word, factors: [] },
    answers: [
      answer({
        engine: word,
        prompt: word,
        excerpt: word,
        competitors: [`${word}.example`],
        citations: [{ url: `https://${word}.example/${word}`, title: word }],
      }),
    ],
  }),
  listings: [
    listing({
      directory: word,
      listedName: word,
      listedAddress: word,
      listedPhone: word,
      listedDomain: `${word}.example`,
    }),
  ],
  competitors: [competitor({ name: word, domain: `${word}.example`, tiers: { [word]: 1 }, components: { [word]: 1 } })],
  competitorSuggestions: [suggestion({ name: word, domain: `${word}.example`, source: word, selectionReason: word })],
  recommendations: [recommendation({ externalId: word, title: word, description: word, category: word })],
  actionPlan: {
    phases: [
      {
        phase: 1,
        key: word,
        title: word,
        items: [plannedItem({ externalId: word, title: word, description: word, category: word })],
      },
    ],
  },
});
