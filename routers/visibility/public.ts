// What other domains may use of this one.
export { aeoMetrics } from './figures/aeo.ts';
export { benchmark } from './figures/competitors.ts';
export { listingHealth } from './figures/listings.ts';
export { topRecommendations } from './figures/recommendations.ts';
export { fold } from './figures/sameness.ts';
export { latestScan, overallScore, scoreChange, scoresBefore } from './latest-scan.ts';
export { ownRecord } from './own-record.ts';
export { Scan } from './scan.ts';
