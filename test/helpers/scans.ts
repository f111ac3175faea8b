import { randomUUID } from 'node:crypto';

/** An example scan. */
export const scan = (facts: Record<string, unknown> = {}) => ({
  externalId: randomUUID(),
  completedAt: '2026-02-15T02:00:00.000Z',
  overall: { rawScore: 61.2, dynamicScore: 58.4, confidence: 0.82 },
  tiers: [
    { key: 'foundation', label: 'Foundation', score: 64, weight: 0.6 },
    { key: 'authority', label: 'Authority', score: 55.5, weight: 0.4 },
  ],
  components: [
    { key: 'technical_seo', label: 'Technical SEO', tier: 'foundation', score: 71, weight: 3 },
    { key: 'reviews', label: 'Reviews', tier: 'authority', score: 40, weight: 2 },
  ],
  ...facts,
});
