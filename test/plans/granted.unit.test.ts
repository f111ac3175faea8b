import { expect, it } from 'vitest';
import type { BilledItem } from '../../db/schema/index.ts';
import { grantedBy, type PlanRow } from '../../routers/plans/granted.ts';

const price = { name: 'Product', amount: 1000, currency: 'usd', interval: 'month', intervalCount: 1 } as const;
const item = (key: string, tier: string | null, status = 'active'): BilledItem => ({
  ...price,
  kind: 'plan',
  key,
  tier,
  status,
});

const plan = (key: string, tier: string | null, more: Partial<PlanRow>): PlanRow => ({
  place: 0,
  key,
  tier,
  prompts: 10,
  monthlyAnswers: 100,
  members: 5,
  connections: 2,
  reportsAMonth: 1,
  features: [],
  ...more,
});

const LISTED = [
  plan('website', 'growth', { members: 5, connections: 3, features: ['visibility', 'website'] }),
  plan('website', 'pro', { members: 20, connections: null }),
  plan('analytics', 'growth', { members: 8, features: ['search', 'visibility'] }),
  plan('seats', null, { members: 50 }),
];
const NONE = { grants: {}, monthlyAnswers: null };
const granted = (items: BilledItem[], own: Parameters<typeof grantedBy>[0] = NONE) =>
  grantedBy(own, { status: 'active', items }, LISTED);

it('grants the largest number of several items, and the features of all', () => {
  const { limits, features } = granted([item('website', 'growth'), item('analytics', 'growth')]);

  expect(limits).toMatchObject({ members: 8, connections: 3 });
  expect(features).toEqual(['visibility', 'website', 'search']);
});

it('counts no limit as the largest number', () => {
  const { limits } = granted([item('website', 'growth'), item('website', 'pro')]);

  expect(limits).toMatchObject({ members: 20, connections: null });
});

it('finds a plan of every tier by the key alone', () => {
  expect(granted([item('seats', null), item('seats', 'large')]).limits.members).toBe(50);
});

it.each([
  ['trialing', 5],
  ['past_due', 5],
  ['unpaid', null],
  ['paused', null],
  ['canceled', null],
])('of an item that is %s grants members: %j', (status, members) => {
  expect(granted([item('website', 'growth', status)]).limits.members).toBe(members);
});

it('does not limit a client whose items have no plan', () => {
  const { limits, features } = granted([item('website', 'starter'), item('other', null)]);

  expect(new Set(Object.values(limits))).toEqual(new Set([null]));
  expect(features).toBeNull();
});

it('holds to the numbers of an operator in place of the plan’s, with a plan and without', () => {
  const own = { grants: { members: 2 }, monthlyAnswers: 7 };

  expect(granted([item('website', 'pro')], own).limits).toMatchObject({ members: 2, monthlyAnswers: 7, prompts: 10 });
  expect(granted([], own).limits).toMatchObject({ members: 2, monthlyAnswers: 7, prompts: null });
});
