// The interface for other domains.

export { latestEvidence } from './aeo/latest-evidence.ts';
export { replaceEvidence, separateEvidence } from './aeo/store.ts';
export { readBusinessRecord } from './business-record.ts';
export { keptInScan } from './decisions.ts';
export { aeoMetrics } from './figures/aeo.ts';
export { benchmark } from './figures/competitors.ts';
export { evidenceFigures } from './figures/evidence.ts';
export { listingHealth } from './figures/listings.ts';
export type { Movement } from './figures/movement.ts';
export { topRecommendations } from './figures/recommendations.ts';
export { normalizeText } from './figures/text-matching.ts';
export { isScoreDrop, readLatestChange } from './latest-change.ts';
export { latestScan, overallScore, scoreChange, scoresBefore } from './latest-scan.ts';
export { Scan } from './scan.ts';
