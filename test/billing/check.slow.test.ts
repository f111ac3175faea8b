import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { seedCustomer } from '../../demo/services/stripe/seed.ts';
import { openStripeAccount, plan } from '../helpers/stripe.ts';

async function accountForThisTest() {
  const account = await openStripeAccount();
  onTestFinished(() => account.close());
  return account;
}

async function check(variables: Record<string, string>) {
  const child = spawn(process.execPath, ['routers/billing/stripe/check-command.ts'], {
    env: { PATH: process.env.PATH, ...variables },
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (text) => {
    said.out += text;
  });
  child.stderr.on('data', (text) => {
    said.err += text;
  });
  const [code] = await once(child, 'close');
  return { code, ...said };
}

describe('stripe:check', () => {
  it('lists the role of each product, and finds no problem in the demo account', async () => {
    const account = await accountForThisTest();
    seedCustomer(account.store, account.url, { id: 'cus_1', clientId: 'x', name: 'Example', now: new Date() });

    const { code, out } = await check(account.variables);

    expect(code).toBe(0);
    expect(out).toContain('✓ Website Growth (prod_demo_website)  →  plan website growth');
    expect(out).toContain('✓ Review Requests (prod_demo_reviews)  →  addon review_requests');
    expect(out).toContain('249 usd / 1 month');
    expect(out).toMatch(/5 products, 0 problems\.\n$/);
  });

  it('lists problems and exits with 1', async () => {
    const account = await accountForThisTest();
    account.subscription(account.customer('x'), [
      { metadata: plan('rocket'), name: 'Wrong key' },
      { metadata: { portal_kind: 'plan', portal_key: 'ops' }, name: 'No tier' },
      { metadata: {}, name: 'Nothing' },
      { metadata: plan('website'), name: 'In euros', currency: 'eur' },
    ]);

    const { code, out } = await check(account.variables);

    expect(code).toBe(1);
    expect(out).toMatch(/✗ Wrong key .*\n.*\n {4}! portal_key must be one of website, ops, analytics\n/);
    expect(out).toMatch(/✗ No tier .*\n.*\n {4}! portal_tier is missing\n/);
    expect(out).toMatch(/✗ Nothing .*\n.*\n {4}! portal_kind must be one of plan, bundle, addon\n/);
    expect(out).toContain('! Prices are in several currencies (eur, usd)');
    expect(out).toContain('! No product is a plan for ops, analytics.');
  });

  it.each([
    ['a key that Stripe does not take', { STRIPE_SECRET_KEY: 'sk_test_of_somebody_else_entirely' }],
    ['no key', { STRIPE_SECRET_KEY: '' }],
    ['an address where nobody is', { STRIPE_API_BASE: 'http://127.0.0.1:1' }],
  ])('exits with 2 and one line for %s, without the key', async (_, variables) => {
    const account = await accountForThisTest();

    const { code, out, err } = await check({ ...account.variables, ...variables });

    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^[^\n]+\n$/);
    expect(err).not.toMatch(/sk_test_\w/);
  });
});
