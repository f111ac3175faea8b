import type { Person } from './people.ts';
import { aeo, answer, competitor, listing, recommendation } from './scan-parts.ts';
import { scan } from './scans.ts';

// A client with data for every part of its report.

const TIERS = [
  ['foundation', 'Foundation', 71.4],
  ['authority', 'Authority', 66.2],
  ['discovery', 'Discovery', 45.1],
] as const;

const COMPONENTS = [
  ['technical_seo', 'Technical SEO', 'foundation', 81.2],
  ['page_speed', 'Page speed', 'foundation', 63],
  ['structured_data', 'Structured data', 'foundation', 66.4],
  ['content_quality', 'Content quality', 'foundation', 70.1],
  ['reviews', 'Reviews', 'authority', 86.3],
  ['backlinks', 'Backlinks', 'authority', 41],
  ['local_listings', 'Local listings', 'authority', 77.5],
  ['ai_visibility', 'Visibility in AI search', 'discovery', 47.2],
  ['social', 'Social presence', 'discovery', 38],
] as const;

const PEERS = [
  ['Casco Bay Dental', 74.2],
  ['Back Cove Family Dentistry', 69.8],
  ['Old Port Smiles', 66.1],
  ['Deering Dental Group', 58.7],
  ['Munjoy Hill Dentistry', 52.3],
  ['Stroudwater Dental', 47.9],
] as const;

const DIRECTORIES = [
  ['Google Business Profile', 'verified'],
  ['Apple Maps', 'verified'],
  ['Bing Places', 'verified'],
  ['Yelp', 'verified'],
  ['Healthgrades', 'candidate'],
  ['Zocdoc', 'not_found'],
  ['Facebook', 'verified'],
  ['Yellow Pages', 'candidate'],
] as const;

const STEPS = [
  [
    'Answer the questions that patients put to AI assistants',
    'Write a page each for the ten questions that were asked most often, with a short answer first and the details below it.',
    'high',
    'medium',
    'content',
    4.2,
  ],
  [
    'Mark up services and opening hours',
    'Structured data lets search engines and assistants quote hours, services and prices without guessing.',
    'high',
    'low',
    'technical',
    2.6,
  ],
  [
    'Claim the profile at Zocdoc',
    'It is the only large directory of the trade that does not know the practice.',
    'medium',
    'low',
    'listings',
    1.1,
  ],
  [
    'Correct the address at Healthgrades and Yellow Pages',
    'Both still list the suite that the practice left.',
    'medium',
    'low',
    'listings',
    0.8,
  ],
  [
    'Load the pictures of the front page later',
    'They make up two thirds of what a telephone has to load before it shows anything.',
    'low',
    'medium',
    'speed',
    null,
  ],
] as const;

const WEEK = 7 * 86_400_000;

const competitors = () =>
  PEERS.map(([name, score], index) =>
    competitor({
      name,
      domain: `peer-${index}.example`,
      dynamic_score: score,
      components: Object.fromEntries(
        COMPONENTS.map(([key, , , own]) => [key, Math.max(0, own - 16 + 5 * ((index * 3 + own) % 5))]),
      ),
    }),
  );

const ASSISTANTS = ['ChatGPT', 'Perplexity', 'Gemini', 'Copilot'];

const answers = () =>
  Array.from({ length: 40 }, (_, n) =>
    answer({
      engine: ASSISTANTS[n % 4],
      mentioned: n % 3 === 0,
      competitors: n % 2 ? ['peer-0.example'] : [],
      citations: ['reviews.example', 'peer-0.example']
        .slice(n % 2)
        .map((domain) => ({ url: `https://${domain}/${n}` })),
    }),
  );

/** All parts of a scan that a report shows. */
export const fullScan = (facts: Record<string, unknown> = {}) =>
  scan({
    completedAt: new Date().toISOString(),
    overall: { rawScore: 67.1, dynamicScore: 64.6, confidence: 0.85 },
    tiers: TIERS.map(([key, label, score]) => ({ key, label, score, weight: 1 })),
    components: COMPONENTS.map(([key, label, tier, score]) => ({ key, label, tier, score, weight: 1 })),
    aeo: aeo({
      generated_queries: [
        'best dentist in Portland, Maine',
        'dentist open on Saturday near the Old Port',
        'how much is a crown in Portland, ME',
        'which dentist in Portland takes new patients',
        'gentle dentist for children Portland Maine',
      ],
      aeo_confidence: {
        score: 71.5,
        band: 'medium',
        summary: 'Enough answers to go by, from four assistants.',
        detail:
          'Forty answers were read. Two of the assistants do not name their sources, which makes positions less certain.',
        factors: [
          { key: 'sample', label: 'Sample size', value: 40, weight: 0.5 },
          { key: 'agreement', label: 'Agreement of the assistants', value: 0.78, weight: 0.3 },
          { key: 'recency', label: 'Age of the answers in days', value: 2, weight: 0.2 },
        ],
      },
      answers: answers(),
    }),
    competitors: competitors(),
    listings: DIRECTORIES.map(([directory, verificationStatus], index) =>
      listing({
        directory,
        verificationStatus,
        listedName: 'Harbor Street Dental',
        listedDomain: 'harborstreetdental.example',
        ...(index % 3 === 1 && { listedAddress: '12 Harbor Street, Suite 9' }),
      }),
    ),
    recommendations: STEPS.map(([title, description, impact, effort, category, lift], index) =>
      recommendation({
        title,
        description,
        impact,
        effort,
        category,
        priorityScore: 90 - index,
        estimatedScoreLift: lift,
      }),
    ),
    ...facts,
  });

/** A scan with one text in every free text that a report shows. */
export const fullScanSaying = (text: string) => {
  const label = text.slice(0, 200);
  const confidence = { score: 1, band: 'low', summary: text, detail: text };
  return fullScan({
    tiers: [{ key: 'tier', label, score: 50, weight: 1 }],
    components: [{ key: 'component', label, tier: 'tier', score: 50, weight: 1 }],
    aeo: aeo({
      generated_queries: [text],
      aeo_confidence: { ...confidence, factors: [{ key: 'factor', label, value: 1, weight: 1 }] },
      answers: [answer({ engine: label })],
    }),
    listings: [listing({ directory: label })],
    competitors: [competitor({ name: label, components: { component: 40 } })],
    recommendations: [recommendation({ title: label, description: text, category: label })],
  });
};

/** A year of weekly scores before now with an uneven rise. */
export const earlierScans = (weeks: number) =>
  Array.from({ length: weeks }, (_, index) => {
    const score = Math.round((44 + (20 * index) / weeks + 2.2 * Math.sin(index * 1.7)) * 10) / 10;
    return scan({
      completedAt: new Date(Date.now() - (weeks - index) * WEEK).toISOString(),
      overall: {
        rawScore: Math.round((score + 2.5 + Math.cos(index)) * 10) / 10,
        dynamicScore: score,
        confidence: 0.8,
      },
    });
  });

/** Sends scans that must be accepted. */
export async function ingest(person: Person, ...scans: object[]) {
  const pipeline = await person.pipeline();
  for (const one of scans) {
    const { statusCode, body } = await pipeline.post('/api/ingest/scans', one);
    if (statusCode >= 300) throw new Error(body);
  }
}
