import { describe, expect, it } from 'vitest';
import { AUDIT_CHECKS } from '../../db/schema/audit-checks.ts';
import type { StoredAuditCheck } from '../../db/schema/index.ts';
import { WEIGHTS } from '../../routers/measurement/audit/weights.ts';
import {
  listingsScore,
  reviewsScore,
  socialScore,
  structuredDataScore,
  technicalScore,
} from '../../routers/measurement/score/components.ts';
import { type OwnFigures, ownScore } from '../../routers/measurement/score/own-score.ts';
import { listingHealth } from '../../routers/visibility/public.ts';
import { NO_RECORD } from '../helpers/websites.ts';

const check = (key: StoredAuditCheck['key'], passed: number, total: number): StoredAuditCheck => ({
  key,
  label: key,
  passed,
  total,
  weight: WEIGHTS[key],
  why: '',
  failing: [],
});

const OWN = { ...NO_RECORD, name: 'Harbor Dental', phone: '+1 207 555 0142' };
const listed = (verificationStatus: 'verified' | 'candidate' | 'not_found', listedPhone = '+1 207 555 0142') => ({
  directory: 'A',
  verificationStatus,
  listedName: 'Harbor Dental',
  listedPhone,
});
const checked = (...listings: ReturnType<typeof listed>[]) => listingHealth(listings, OWN).directory_results;

const NOTHING: OwnFigures = {
  checks: [],
  listings: [],
  own: NO_RECORD,
  reviews: { count: 0, average: null, answered: 0 },
  content: null,
  engagement: null,
  before: null,
};

const ALL: OwnFigures = {
  checks: AUDIT_CHECKS.map((key) => check(key, 1, 2)),
  listings: checked(listed('verified')),
  own: OWN,
  reviews: { count: 50, average: 5, answered: 50 },
  content: 70,
  engagement: 2.5,
  before: null,
};

describe('A component', () => {
  it('of the website weighs its checks, and leaves out those that concern nothing', () => {
    const checks = [check('title', 1, 2), check('status', 3, 3), check('alt', 0, 0), check('json_ld', 1, 4)];

    expect(technicalScore(checks)).toEqual({ score: 80, reason: 'What costs the most: title (1 of 2).' });
    expect(structuredDataScore(checks)?.score).toBe(25);
    expect(structuredDataScore([check('title', 1, 1)])).toBeNull();
  });

  it('of listings compares what the profile has, and trusts candidates by half', () => {
    const listings = checked(listed('verified'), listed('candidate'), listed('verified', '1'), listed('not_found'));

    expect(listingsScore(listings, OWN)).toEqual({
      score: 50,
      reason: '1 of 4 directories have a verified listing that agrees with the profile.',
    });
  });

  it('of reviews goes by rating, number and answers', () => {
    expect(reviewsScore({ count: 25, average: 4.6, answered: 5 })).toEqual({
      score: 75,
      reason: '4.6 stars on average from 25 reviews in 12 months, 20% of them answered.',
    });
    expect(reviewsScore({ count: 1, average: 1, answered: 0 })?.score).toBe(0.4);
  });

  it('of social media is full at five percent', () => {
    expect([0, 2.5, 5, 12].map((rate) => socialScore(rate)?.score)).toEqual([0, 50, 100, 100]);
  });
});

describe('The own score', () => {
  it('is the weighted mean of all components', () => {
    const score = ownScore(ALL, { score: 40, grade: 'decision_grade' });

    expect(score?.components.map(({ key, score, weight }) => [key, score, weight])).toEqual([
      ['technical', 50, 15],
      ['structured_data', 50, 5],
      ['listings', 100, 15],
      ['reviews', 100, 15],
      ['content', 70, 10],
      ['social', 50, 10],
      ['ai_search', 40, 30],
    ]);
    expect(score?.tiers).toEqual([
      { key: 'foundation', label: 'Foundation', score: 71.4, weight: 35 },
      { key: 'authority', label: 'Authority', score: 77.1, weight: 35 },
      { key: 'discovery', label: 'Discovery', score: 40, weight: 30 },
    ]);
    expect(score).toMatchObject({ rawScore: 64, dynamicScore: 64, confidence: 1 });
  });

  it('leaves components without data out, with less confidence', () => {
    const score = ownScore({ ...NOTHING, content: 70, engagement: 5 }, { score: 40, grade: 'directional' });

    expect(score?.components.map(({ key, weight }) => [key, weight])).toEqual([
      ['content', 20],
      ['social', 20],
      ['ai_search', 60],
    ]);
    expect(score).toMatchObject({ rawScore: 58, confidence: 0.4 });
  });

  it.each([
    ['decision_grade', 0.3],
    ['directional', 0.24],
    ['exploratory', 0.15],
  ] as const)('trusts answers that are %s accordingly', (grade, confidence) => {
    expect(ownScore(NOTHING, { score: 40, grade })?.confidence).toBe(confidence);
  });

  it('keeps three tenths of the score before', () => {
    expect(ownScore({ ...ALL, before: 50 }, { score: 40, grade: 'decision_grade' })?.dynamicScore).toBe(59.8);
  });

  it('gives each component its reason, and is none without data', () => {
    const reasons = ownScore(ALL, { score: 40, grade: 'exploratory' })?.components.map(({ reason }) => reason);

    expect(reasons?.every(Boolean)).toBe(true);
    expect(ownScore(NOTHING, null)).toBeNull();
  });
});
