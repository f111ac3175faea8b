// The interface for other domains.

export { readBusinessRecord } from './business-record.ts';
export { aeoMetrics } from './figures/aeo.ts';
export { benchmark } from './figures/competitors.ts';
export { listingHealth } from './figures/listings.ts';
export { topRecommendations } from './figures/recommendations.ts';
export { normalizeText } from './figures/text-matching.ts';
export { latestScan, overallScore, scoreChange, scoresBefore } from './latest-scan.ts';
export { Scan } from './scan.ts';
