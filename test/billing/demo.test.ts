import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO } from '../../demo/seed.ts';
import { freshHome, type PortalProcess, startPortal } from '../helpers/process.ts';
import { openStripeAccount, plan, subscriptionOf } from '../helpers/stripe.ts';

describe('The demo without a Stripe key', () => {
  let portal: PortalProcess;
  let person: ReturnType<PortalProcess['visitor']>;
  let drop: () => Promise<unknown>;
  beforeAll(async () => {
    const home = await freshHome({ insights: true });
    drop = home.drop;
    portal = await startPortal({ ...home.variables, SEED_DEMO: 'true' });
    const stranger = portal.visitor();
    const { headers } = await stranger.post('/api/auth/login', { email: DEMO.email, password: DEMO.password });
    const cookie = headers.getSetCookie().map((text) => text.split(';')[0]);
    person = stranger.as({ cookie: cookie.join('; ') });
  });
  afterAll(async () => {
    await portal.kill();
    await drop();
  });

  it('has a subscription with a correct total', async () => {
    const { plans, addons, totalMRR, status } = await subscriptionOf(person);

    const amounts = [...Object.values(plans as object), ...(addons as { amount: number }[])].map(
      ({ amount }) => amount,
    );
    expect(status).toBe('active');
    expect(amounts.every((amount) => amount > 0)).toBe(true);
    expect(Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * 100)).toBe(Math.round(Number(totalMRR) * 100));
  });

  it('has a year of invoices with pages', async () => {
    const invoices = (await person.get('/api/billing/invoices?limit=100')).json();

    const page = await fetch(invoices[0].hosted_invoice_url);
    const ageInDays = (Date.now() / 1000 - invoices[0].created) / 86_400;
    expect(invoices).toHaveLength(12);
    expect(ageInDays).toBeLessThan(32);
    expect(ageInDays).toBeGreaterThanOrEqual(0);
    expect(await page.text()).toContain(invoices[0].number);
  });

  it('has a billing portal page where the subscription can be cancelled and resumed', async () => {
    const { url } = (await person.post('/api/billing/portal')).json();
    const html = await (await fetch(url)).text();
    const [, subscription = ''] = /name="subscription" value="(\w+)"/.exec(html) ?? [];
    const change = (cancels: string) =>
      fetch(url, { method: 'POST', body: new URLSearchParams({ subscription, cancel_at_period_end: cancels }) });

    for (const cancelAtPeriodEnd of [true, false]) {
      await change(String(cancelAtPeriodEnd));
      await expect.poll(() => subscriptionOf(person)).toMatchObject({ cancelAtPeriodEnd });
    }
  });
});

describe('The demo Stripe server', () => {
  async function library() {
    const account = await openStripeAccount();
    const { port } = new URL(account.url);
    const key = account.variables.STRIPE_SECRET_KEY;
    const stripe = new Stripe(key, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0 });
    return { account, stripe };
  }

  it('works with the Stripe library: create, list, expand, update and cancel', async () => {
    const { account, stripe } = await library();
    const { id: customer } = await stripe.customers.create({ name: 'Example', metadata: { a: 'b' } });
    const product = await stripe.products.create({ name: 'Website', metadata: plan('website') });
    const recurring = { interval: 'month' } as const;
    const price = await stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: 1000, recurring });

    const { id } = await stripe.subscriptions.create({ customer, items: [{ price: price.id, quantity: 2 }] });
    const found = await stripe.subscriptions.retrieve(id, { expand: ['items.data.price.product', 'customer'] });
    const changed = await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await stripe.subscriptions.cancel(id);
    const [live, all] = await Promise.all([
      stripe.subscriptions.list({ customer }),
      stripe.subscriptions.list({ customer, status: 'all' }),
    ]);
    await account.close();

    expect(found).toMatchObject({
      customer: { id: customer, name: 'Example', metadata: { a: 'b' } },
      items: { data: [{ quantity: 2, price: { unit_amount: 1000, product: { metadata: plan('website') } } }] },
    });
    expect(changed.cancel_at_period_end).toBe(true);
    expect([live.data, all.data.map(({ status }) => status)]).toEqual([[], ['canceled']]);
  });

  it('returns Stripe’s errors for unknown routes and ids, wrong keys, deep expansions and reused idempotency keys', async () => {
    const { account, stripe } = await library();
    const stranger = new Stripe('sk_test_another', {
      host: '127.0.0.1',
      port: new URL(account.url).port,
      protocol: 'http',
    });
    const code = (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        ({ statusCode, type }) => `${statusCode} ${type}`,
      );

    const outcomes = [
      await code(stripe.coupons.list()),
      await code(stripe.customers.retrieve('cus_nobody')),
      await code(stripe.invoices.list({ customer: 'cus_nobody' })),
      await code(stranger.customers.list()),
      await code(stripe.subscriptions.list({ expand: ['data.items.data.price.product'] })),
      await code(stripe.customers.create({ name: 'One' }, { idempotencyKey: 'same' })),
      await code(stripe.customers.create({ name: 'Two' }, { idempotencyKey: 'same' })),
    ];
    await account.close();

    expect(outcomes).toEqual([
      '404 StripeInvalidRequestError',
      '404 StripeInvalidRequestError',
      '400 StripeInvalidRequestError',
      '401 StripeAuthenticationError',
      '400 StripeInvalidRequestError',
      'done',
      '400 StripeIdempotencyError',
    ]);
  });
});
