// The interface for other domains.

export { AeoAnswer } from './aeo/answers.ts';
export { latestEvidence } from './aeo/latest-evidence.ts';
export { replaceEvidence, separateEvidence, storeEvidence } from './aeo/store.ts';
export { readBusinessRecord } from './business-record.ts';
export { keptInScan } from './decisions.ts';
export { aeoMetrics } from './figures/aeo.ts';
export { benchmark } from './figures/competitors.ts';
export { questionKey } from './figures/count-evidence.ts';
export { countryOf } from './figures/countries.ts';
export { domainsMatch, registrableDomain } from './figures/domains.ts';
export { evidenceFigures, mentionRate } from './figures/evidence.ts';
export type { Grade } from './figures/evidence-grade.ts';
export { gradeOf } from './figures/evidence-grade.ts';
export { type BusinessRecord, listingHealth } from './figures/listings.ts';
export type { Movement } from './figures/movement.ts';
export { normalizeText } from './figures/normalized-text.ts';
export { phonesMatch } from './figures/phones.ts';
export { rateInterval } from './figures/rate-interval.ts';
export { topRecommendations } from './figures/recommendations.ts';
export { tQuantile } from './figures/student-t.ts';
export { addressesMatch, namesMatch } from './figures/text-matching.ts';
export { isScoreDrop, readLatestChange } from './latest-change.ts';
export { latestPart } from './latest-part.ts';
export { latestScan, overallScore, scoreChange, scoresBefore } from './latest-scan.ts';
export { Scan } from './scan.ts';
export { searchTotals } from './search/figures.ts';
export { readSearchDays } from './search/sums.ts';
