import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { portalForThisTest } from '../helpers/portal.ts';
import { billingForThisFile, plan, subscriptionOf } from '../helpers/stripe.ts';
import { outcome } from '../helpers/wire.ts';

const { portal, stripe, deliver, subscriber } = billingForThisFile();

const WEBHOOK = '/api/billing/webhook';
const website = [{ metadata: plan('website'), amount: 1000 }];
const now = () => Math.floor(Date.now() / 1000);

describe('An invalid webhook request', () => {
  it.each([
    ['forged', { with: `whsec_${randomBytes(24).toString('hex')}` }],
    ['six minutes old', { at: now() - 360 }],
  ])('is 400 and has no effect: %s', async (_, how) => {
    const { person, subscription } = await subscriber(website);
    stripe.amend(subscription, { status: 'past_due' });

    const response = await deliver(stripe.event(subscription), how);

    expect(outcome(response)).toBe('400 VALIDATION_ERROR');
    expect(await subscriptionOf(person)).toMatchObject({ status: 'active' });
  });

  it.each([
    ['no signature', {}],
    ['an empty one', { 'stripe-signature': '' }],
    ['half of one', { 'stripe-signature': `t=${now()}` }],
    ['one without a time', { 'stripe-signature': 'v1=00' }],
    ['one of another scheme', { 'stripe-signature': `t=${now()},v0=${'0'.repeat(64)}` }],
    ['nonsense', { 'stripe-signature': '\u00e9,=,t=t,v1=,,' }],
  ])('is 400 with %s', async (_, headers) => {
    const { subscription } = await subscriber(website);

    const response = await portal
      .visitor()
      .post(WEBHOOK, JSON.stringify(stripe.event(subscription)), headers as Record<string, string>);

    expect(outcome(response)).toBe('400 VALIDATION_ERROR');
  });

  it('is refused with 400 after a change of one byte', async () => {
    const { subscription } = await subscriber(website);
    const body = JSON.stringify(stripe.event(subscription));

    const response = await portal.visitor().post(WEBHOOK, body.replace('"event"', '"evenT"'), stripe.sign(body));

    expect(outcome(response)).toBe('400 VALIDATION_ERROR');
  });

  it.each([
    '',
    'no json',
    '{"id":',
    '[]',
    'null',
    '5',
    '{}',
    '{"id":"evt_1","type":"x","data":{"object":null}}',
    '{"id":"../x","type":"customer.updated","data":{"object":{}}}',
  ])('is 400 also when it is signed: %s', async (body) => {
    const response = await deliver(body);

    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ ok: false, error: expect.any(String), code: expect.any(String) });
  });

  it('is refused with 413 when it is too large', async () => {
    const response = await deliver(`{"id":"${'x'.repeat(1024 * 1024)}"}`);

    expect(outcome(response)).toBe('413 PAYLOAD_TOO_LARGE');
  });

  it('is refused from another site', async () => {
    const { subscription } = await subscriber(website);
    const body = JSON.stringify(stripe.event(subscription));

    const response = await portal
      .visitor()
      .post(WEBHOOK, body, { ...stripe.sign(body), origin: 'https://evil.example' });

    expect(outcome(response)).toBe('403 CSRF_REJECTED');
  });

  it('counts against the rate limit of its address', async () => {
    const limited = await portalForThisTest({ env: { ...stripe.variables, RATE_LIMIT_PER_MINUTE: '2' } });
    const stranger = limited.visitor();

    const answers = [
      await stranger.post(WEBHOOK, '{}'),
      await stranger.post(WEBHOOK, '{}'),
      await stranger.post(WEBHOOK, '{}'),
    ];

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 429]);
  });
});

describe('A portal without the secret key', () => {
  it('refuses forged events, and returns 503 for signed ones, so that Stripe retries', async () => {
    const { STRIPE_WEBHOOK_SECRET } = stripe.variables;
    const keyless = await portalForThisTest({ env: { STRIPE_WEBHOOK_SECRET } });
    const { subscription } = await subscriber(website);
    const body = JSON.stringify(stripe.event(subscription));
    const forged = stripe.sign(body, { with: 'whsec_of_nobody' });

    const answers = [
      await keyless.visitor().post(WEBHOOK, body, forged),
      await keyless.visitor().post(WEBHOOK, body, stripe.sign(body)),
    ];

    expect(answers.map(outcome)).toEqual(['400 VALIDATION_ERROR', '503 SERVICE_UNAVAILABLE']);
  });
});

describe('A portal without the webhook secret', () => {
  it('returns 503, so that Stripe retries', async () => {
    const { STRIPE_SECRET_KEY, STRIPE_API_BASE } = stripe.variables;
    const unset = await portalForThisTest({ env: { STRIPE_SECRET_KEY, STRIPE_API_BASE } });
    const body = '{"id":"evt_1"}';

    const response = await unset.visitor().post(WEBHOOK, body, stripe.sign(body));

    expect(outcome(response)).toBe('503 SERVICE_UNAVAILABLE');
  });
});
