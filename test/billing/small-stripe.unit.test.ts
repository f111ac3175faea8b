import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStripeAccount } from '../helpers/stripe.ts';

let account: Awaited<ReturnType<typeof openStripeAccount>>;
beforeAll(async () => {
  account = await openStripeAccount();
});
afterAll(() => account.close());

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

async function ask(path: string, form?: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${account.url}/v1/${path}`, {
    method: form === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${account.variables.STRIPE_SECRET_KEY}`, ...(form && FORM), ...headers },
    ...(form !== undefined && { body: form }),
  });
  const { error } = (await response.json()) as { error?: { message: string } };
  return `${response.status} ${error?.message ?? ''}`.trim();
}

it.each([
  ['customers?status=active', undefined, '400 Received unknown parameter: status'],
  ['products?customer=cus_1', undefined, '400 Received unknown parameter: customer'],
  ['products?ids=prod_1', undefined, '400 Invalid array'],
  ['products?active=yes', undefined, '400 Invalid boolean: yes'],
  ['subscriptions?status=cancelled', undefined, '400 Invalid status: cancelled'],
  ['subscription_items', undefined, '400 Missing required param: subscription.'],
  ['billing_portal/sessions', 'return_url=https%3A%2F%2Fa.example', '400 Missing required param: customer.'],
  ['customers', 'email=nobody', '400 Invalid email address: nobody'],
  ['prices', 'product=prod_1&currency=usd&unit_amount=12.50', '400 Invalid integer: 12.50'],
])('Small Stripe refuses %s %s, as Stripe does', async (path, form, answer) => {
  expect(await ask(path, form)).toBe(answer);
});

it('Small Stripe refuses another media type, an unknown version, and a body without end', async () => {
  const answers = [
    await ask('customers', '{"name":"A"}', { 'content-type': 'application/json' }),
    await ask('customers', undefined, { 'stripe-version': 'latest' }),
    await ask('customers', `name=${'x'.repeat(2 * 1024 * 1024)}`),
    await ask('customers', undefined, { 'stripe-version': '2026-10-28.endive' }),
  ];

  expect(answers.map((answer) => answer.slice(0, 35))).toEqual([
    '400 Invalid request (check that you',
    '400 Invalid Stripe API version: lat',
    '413 The request body is too large.',
    '200',
  ]);
});

it('Small Stripe removes a key of the metadata that is set to nothing', async () => {
  const customer = account.store.put('customers', { metadata: { a: '1', b: '2' } });

  await ask(`customers/${customer.id}`, 'metadata[a]=');

  expect(account.store.get('customers', customer.id).metadata).toEqual({ b: '2' });
});
