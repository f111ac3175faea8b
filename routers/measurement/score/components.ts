import type { AuditCheck } from '../../../db/schema/audit-checks.ts';
import type { StoredAuditCheck } from '../../../db/schema/index.ts';
import { oneDecimal, percent } from '../../values/rounding.ts';
import type { BusinessRecord, listingHealth } from '../../visibility/public.ts';

// The formula of each component. docs/scores.md explains them; null is a component without data.

export interface Scored {
  /** 0–100, one decimal. */
  score: number;
  reason: string;
}

const STRUCTURED: AuditCheck[] = ['json_ld', 'json_ld_agrees'];
/** Reviews in 12 months, and engagement in percent of impressions, that count in full. */
const ENOUGH_REVIEWS = 50;
const ENOUGH_ENGAGEMENT = 5;
const MOST_NAMED = 3;

const share = ({ passed, total }: StoredAuditCheck) => passed / total;

function ofChecks(checks: readonly StoredAuditCheck[]): Scored | null {
  const concerned = checks.filter(({ total }) => total > 0);
  const weight = concerned.reduce((sum, check) => sum + check.weight, 0);
  if (weight === 0) return null;

  const score = oneDecimal((100 * concerned.reduce((sum, check) => sum + check.weight * share(check), 0)) / weight);
  const worst = concerned
    .filter((check) => share(check) < 1)
    .sort((one, other) => other.weight * (1 - share(other)) - one.weight * (1 - share(one)))
    .slice(0, MOST_NAMED)
    .map(({ label, passed, total }) => `${label} (${passed} of ${total})`);
  const reason = worst.length > 0 ? `What costs the most: ${worst.join(', ')}.` : 'The website passes every check.';
  return { score, reason };
}

/** The checks of the site audit but those of structured data, by their weights. */
export const technicalScore = (checks: readonly StoredAuditCheck[]) =>
  ofChecks(checks.filter(({ key }) => !STRUCTURED.includes(key)));

/** The checks of structured data, by their weights. */
export const structuredDataScore = (checks: readonly StoredAuditCheck[]) =>
  ofChecks(checks.filter(({ key }) => STRUCTURED.includes(key)));

type CheckedListing = ReturnType<typeof listingHealth>['directory_results'][number];

const COMPARED = [
  ['name', 'nameMatch'],
  ['address', 'addressMatch'],
  ['phone', 'phoneMatch'],
] as const;
const CERTAINTY = { verified: 1, candidate: 0.5, not_found: 0 };

/** The mean over directories of the share of name, address and phone that agree, half for a candidate. */
export function listingsScore(listings: readonly CheckedListing[], own: BusinessRecord): Scored | null {
  const compared = COMPARED.filter(([field]) => own[field]);
  if (listings.length === 0 || compared.length === 0) return null;

  const points = listings.map((listing) => {
    const agreeing = compared.filter(([, match]) => listing[match]).length;
    return (CERTAINTY[listing.verificationStatus] * agreeing) / compared.length;
  });
  const score = oneDecimal((100 * points.reduce((sum, point) => sum + point, 0)) / listings.length);
  const right = points.filter((point) => point === 1).length;
  return {
    score,
    reason: `${right} of ${listings.length} directories have a verified listing that agrees with the profile.`,
  };
}

export interface ReviewFigures {
  count: number;
  /** 1–5; null without reviews. */
  average: number | null;
  answered: number;
}

/** Of 12 months: 70% mean rating, 20% number, 10% share of answered ones. */
export function reviewsScore({ count, average, answered }: ReviewFigures): Scored | null {
  if (count === 0 || average === null) return null;

  const rating = (average - 1) / 4;
  const score = oneDecimal(70 * rating + 20 * Math.min(1, count / ENOUGH_REVIEWS) + 10 * (answered / count));
  const reason = `${oneDecimal(average)} stars on average from ${count} reviews in 12 months, ${percent(answered, count)}% of them answered.`;
  return { score, reason };
}

/** The mean overall score of the content pages. */
export const contentScore = (health: number | null): Scored | null =>
  health === null ? null : { score: health, reason: `The content pages score ${health} on average.` };

/** Engagement in percent of impressions; five percent count in full. */
export function socialScore(engagement: number | null): Scored | null {
  if (engagement === null) return null;

  const score = oneDecimal(Math.min(100, Math.max(0, (100 * engagement) / ENOUGH_ENGAGEMENT)));
  return { score, reason: `${engagement}% of impressions led to engagement; ${ENOUGH_ENGAGEMENT}% count in full.` };
}
