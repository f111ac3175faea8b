import { describe, expect, it } from 'vitest';
import { addon, billingForThisFile, bundle, PERIOD_END, plan, subscriptionOf } from '../helpers/stripe.ts';

const { portal, stripe, deliver, subscriber } = billingForThisFile();

const NO_PLAN = { tier: 'none', displayName: 'No plan', amount: 0 };
const END = new Date(PERIOD_END * 1000).toISOString();

describe('GET /api/billing/subscription', () => {
  it('returns status `none` without a subscription', async () => {
    const person = await portal.register();

    const response = await person.get('/api/billing/subscription');

    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      subscription: {
        plans: { website: NO_PLAN, ops: NO_PLAN, analytics: NO_PLAN },
        bundleKey: null,
        addons: [],
        totalMRR: 0,
        status: 'none',
        billingFrequency: 'none',
        currentPeriodEnd: null,
        cancelAtPeriodEnd: false,
        grants: {
          prompts: { limit: null, used: 0 },
          monthlyAnswers: { limit: null, used: 0 },
          members: { limit: null, used: 1 },
          connections: { limit: null, used: 0 },
          reportsAMonth: { limit: null, used: 0 },
        },
      },
    });
  });

  it('returns the plans and addons by product metadata', async () => {
    const { person } = await subscriber([
      { metadata: plan('website', 'growth'), name: 'Website Growth', amount: 24_900 },
      { metadata: plan('analytics', 'pro'), name: 'Analytics Pro', amount: 9_950 },
      { metadata: addon('location'), name: 'Location', amount: 1_999, quantity: 3 },
    ]);

    expect(await subscriptionOf(person)).toEqual({
      plans: {
        website: { tier: 'growth', displayName: 'Website Growth', amount: 249 },
        ops: NO_PLAN,
        analytics: { tier: 'pro', displayName: 'Analytics Pro', amount: 99.5 },
      },
      bundleKey: null,
      addons: [{ key: 'location', displayName: 'Location', amount: 59.97 }],
      totalMRR: 408.47,
      status: 'active',
      billingFrequency: 'monthly',
      currentPeriodEnd: END,
      cancelAtPeriodEnd: false,
      grants: expect.anything(),
    });
  });

  it.each([
    ['monthly', [1, 'month'], 1000, 10, 10],
    ['quarterly', [3, 'month'], 10_000, 100, 33.33],
    ['half_yearly', [6, 'month'], 60_000, 600, 100],
    ['yearly', [1, 'year'], 100_000, 1000, 83.33],
    ['yearly', [12, 'month'], 120_000, 1200, 100],
    ['weekly', [1, 'week'], 1000, 10, 43.33],
    ['daily', [1, 'day'], 1200, 12, 365],
    ['every_2_weeks', [2, 'week'], 1000, 10, 21.67],
  ] as const)(
    'billed %s says so, and is divided into months once',
    async (billingFrequency, every, amount, shown, totalMRR) => {
      const { person } = await subscriber([{ metadata: plan('ops'), amount, every: [...every] }]);

      const subscription = await subscriptionOf(person);

      expect(subscription).toMatchObject({ billingFrequency, totalMRR, plans: { ops: { amount: shown } } });
    },
  );

  it('rounds the total, not its parts', async () => {
    const third = { amount: 100, every: [3, 'month'] as [number, string] };
    const { person } = await subscriber([
      { metadata: plan('website'), ...third },
      { metadata: plan('ops'), ...third },
      { metadata: addon('a'), ...third },
    ]);

    expect(await subscriptionOf(person)).toMatchObject({ totalMRR: 1 });
  });

  it('returns `mixed` and monthly amounts for different intervals', async () => {
    const { person } = await subscriber([
      { metadata: plan('website'), amount: 120_000, every: [1, 'year'] },
      { metadata: addon('location'), amount: 500 },
    ]);

    expect(await subscriptionOf(person)).toMatchObject({
      billingFrequency: 'mixed',
      plans: { website: { amount: 100 } },
      addons: [{ key: 'location', amount: 5 }],
      totalMRR: 105,
    });
  });

  it.each([
    ['jpy', 5000, 5000],
    ['kwd', 12_345, 12.35],
    ['isk', 5000, 50],
  ])('in %s has the decimals of that currency', async (currency, amount, totalMRR) => {
    const { person } = await subscriber([{ metadata: plan('website'), amount, currency }], { currency });

    expect(await subscriptionOf(person)).toMatchObject({ totalMRR });
  });

  it('returns 409 INVALID_TRANSITION for several currencies', async () => {
    const { person } = await subscriber([
      { metadata: plan('website'), currency: 'usd' },
      { metadata: plan('ops'), currency: 'eur' },
    ]);

    const response = await person.get('/api/billing/subscription');

    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({
      ok: false,
      code: 'INVALID_TRANSITION',
      error: expect.stringContaining('eur, usd'),
    });
  });

  it('splits the price of a bundle among its plans', async () => {
    const { person } = await subscriber([{ metadata: bundle('all_in', 'growth'), name: 'All in', amount: 10_000 }]);

    const shown = (amount: number) => ({ tier: 'growth', displayName: 'All in', amount });
    expect(await subscriptionOf(person)).toMatchObject({
      bundleKey: 'all_in',
      plans: { website: shown(33.34), ops: shown(33.33), analytics: shown(33.33) },
      totalMRR: 100,
    });
  });

  it('counts a product without metadata as an addon under its id', async () => {
    const { person } = await subscriber([{ name: 'Mystery', metadata: { portal_kind: 'plan', portal_key: 'rocket' } }]);

    const { addons, totalMRR } = await subscriptionOf(person);

    expect(addons).toEqual([{ key: expect.stringMatching(/^prod_/), displayName: 'Mystery', amount: 10 }]);
    expect(totalMRR).toBe(10);
  });

  it('counts metered prices as 0, and supports half cents', async () => {
    const { person } = await subscriber([
      {
        metadata: addon('calls'),
        price: { recurring: { interval: 'month', interval_count: 1, usage_type: 'metered' } },
      },
      { metadata: addon('seats'), quantity: 3, price: { unit_amount: null, unit_amount_decimal: '10.5' } },
    ]);

    expect(await subscriptionOf(person)).toMatchObject({ addons: [{ amount: 0 }, { amount: 0.32 }], totalMRR: 0.32 });
  });

  it('counts all items beyond the embedded page', async () => {
    const items = Array.from({ length: 15 }, (_, index) => ({ metadata: addon(`addon_${index}`), amount: 100 }));
    const { person } = await subscriber(items);

    const { addons, totalMRR } = await subscriptionOf(person);

    expect(addons).toHaveLength(15);
    expect(totalMRR).toBe(15);
  });
});

describe('Subscription status', () => {
  it.each(['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete'])('is Stripe’s: %s', async (status) => {
    const { person } = await subscriber([{ metadata: plan('website') }], { status });

    expect(await subscriptionOf(person)).toMatchObject({ status, totalMRR: 10, currentPeriodEnd: END });
  });

  it.each(['canceled', 'incomplete_expired'])('is %s at the end, and then nothing is paid', async (status) => {
    const { person } = await subscriber([{ metadata: plan('website') }], { status });

    expect(await subscriptionOf(person)).toMatchObject({ status, totalMRR: 0, plans: { website: NO_PLAN } });
  });

  it.each([
    ['by the flag', { cancel_at_period_end: true }],
    ['by the moment', { cancel_at: PERIOD_END }],
  ])('tells of an end with the period, set %s', async (_, facts) => {
    const { person } = await subscriber([{ metadata: plan('website') }], facts);

    expect(await subscriptionOf(person)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true, totalMRR: 10 });
  });

  it('comes from the most active subscription, and all active ones count', async () => {
    const { person, customer } = await subscriber([{ metadata: plan('website'), amount: 7700 }], {
      status: 'canceled',
    });
    stripe.subscription(customer, [{ metadata: plan('ops', 'basic'), amount: 2000 }], { created: 100 });
    const last = stripe.subscription(customer, [{ metadata: addon('extra'), amount: 500 }], { status: 'past_due' });

    await deliver(stripe.event(last));

    expect(await subscriptionOf(person)).toMatchObject({
      status: 'active',
      plans: { website: NO_PLAN, ops: { tier: 'basic', amount: 20 } },
      addons: [{ key: 'extra', amount: 5 }],
      totalMRR: 25,
    });
  });
});
