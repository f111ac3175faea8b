import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { stripeEvents } from '../../db/schema/index.ts';
import { clientDb } from '../helpers/client-db.ts';
import { portalForThisTest } from '../helpers/portal.ts';
import { billingForThisFile, plan, subscriptionOf } from '../helpers/stripe.ts';
import { outcome } from '../helpers/wire.ts';

const { portal, stripe, deliver, subscriber } = billingForThisFile();

const WEBHOOK = '/api/billing/webhook';
const website = [{ metadata: plan('website'), amount: 1000 }];
const now = () => Math.floor(Date.now() / 1000);

const handled = async (clientId: string) => {
  const db = clientDb(portal, clientId);
  const rows = await db.select().from(stripeEvents).where(eq(stripeEvents.clientId, clientId));
  return rows.map(({ eventId }) => eventId);
};

describe('POST /api/billing/webhook', () => {
  it('accepts a signed event without session or origin', async () => {
    const { person, subscription } = await subscriber(website);
    stripe.amend(subscription, { status: 'past_due' });

    const response = await deliver(stripe.event(subscription));

    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ ok: true });
    expect(await subscriptionOf(person)).toMatchObject({ status: 'past_due' });
  });

  it('fetches the current state instead of using the event’s content', async () => {
    const { person, subscription } = await subscriber(website);
    const event = stripe.event(subscription);
    Object.assign(event.data.object, { status: 'unpaid', cancel_at_period_end: true });

    await deliver(event);

    expect(await subscriptionOf(person)).toMatchObject({ status: 'active', cancelAtPeriodEnd: false });
  });

  it('ignores the order of events', async () => {
    const { person, subscription } = await subscriber(website);
    const older = stripe.event(subscription);
    stripe.amend(subscription, { status: 'canceled' });
    const newer = stripe.event(subscription, 'customer.subscription.deleted');

    await deliver(newer);
    await deliver(older);

    expect(await subscriptionOf(person)).toMatchObject({ status: 'canceled', totalMRR: 0 });
  });

  it('accepts a repeated event without effect', async () => {
    const { person, subscription } = await subscriber(website);
    const event = stripe.event(subscription);
    await deliver(event);
    stripe.amend(subscription, { status: 'past_due' });

    const again = await deliver(event);

    expect(again.statusCode).toBe(200);
    expect(await subscriptionOf(person)).toMatchObject({ status: 'active' });
    expect((await handled(person.orgId)).filter((id) => id === event.id)).toHaveLength(1);
  });

  it('handles ten concurrent copies once', async () => {
    const { person, subscription } = await subscriber(website);
    stripe.amend(subscription, { status: 'past_due' });
    const event = stripe.event(subscription);

    const answers = await Promise.all(Array.from({ length: 10 }, () => deliver(event)));

    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
    expect((await handled(person.orgId)).filter((id) => id === event.id)).toHaveLength(1);
    expect(await subscriptionOf(person)).toMatchObject({ status: 'past_due' });
  });

  it('stores the final state after ten concurrent events', async () => {
    const { person, subscription } = await subscriber(website);
    const events = Array.from({ length: 10 }, () => stripe.event(subscription));

    const answers = events.map((event, index) => {
      stripe.amend(subscription, { status: index === 9 ? 'past_due' : 'active' });
      return deliver(event);
    });
    await Promise.all(answers);

    expect(await subscriptionOf(person)).toMatchObject({ status: 'past_due' });
  });

  it('does not overwrite a newer state with a slow older response', async () => {
    const { person, subscription } = await subscriber(website);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const stale = JSON.stringify({
      object: 'list',
      url: '/v1/subscriptions',
      has_more: false,
      data: [stripe.event(subscription).data.object],
    });
    let first = true;
    const begun = new Promise<void>((resolve) => {
      stripe.fails(async (request, response) => {
        if (!first || !request.url?.startsWith('/v1/subscriptions?')) return false;
        first = false;
        resolve();
        await held;
        response.writeHead(200, { 'content-type': 'application/json' }).end(stale);
        return true;
      });
    });
    const slow = deliver(stripe.event(subscription));
    await begun;
    stripe.amend(subscription, { status: 'past_due' });

    await deliver(stripe.event(subscription));
    release();
    await slow;
    stripe.fails();

    expect(await subscriptionOf(person)).toMatchObject({ status: 'past_due' });
  });

  it('returns 503 when Stripe fails, and handles the event when it is resent', async () => {
    const { person, subscription } = await subscriber(website);
    stripe.amend(subscription, { status: 'past_due' });
    const event = stripe.event(subscription);
    stripe.fails((_, response) => response.writeHead(429, { 'content-type': 'application/json' }).end('{"error":{}}'));

    const failed = await deliver(event);
    const meanwhile = await subscriptionOf(person);
    stripe.fails();
    const again = await deliver(event);

    expect(outcome(failed)).toBe('503 SERVICE_UNAVAILABLE');
    expect(meanwhile).toMatchObject({ status: 'active' });
    expect(again.statusCode).toBe(200);
    expect(await subscriptionOf(person)).toMatchObject({ status: 'past_due' });
  });

  it('accepts events of unknown customers or other types without fetching a subscription', async () => {
    const { subscription } = await subscriber(website);
    const stranger = stripe.subscription(stripe.store.put('customers', { metadata: {} }).id, website);
    const before = stripe.askedFor('GET /v1/subscriptions').length;

    const answers = [
      await deliver(stripe.event(stranger)),
      await deliver(stripe.event(subscription, 'charge.succeeded')),
      await deliver({ ...stripe.event(subscription), data: { object: { id: 'x', customer: 'cus_nobody' } } }),
    ];

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(stripe.askedFor('GET /v1/subscriptions').length).toBe(before);
  });

  it('does not link a client to a second customer', async () => {
    const { person } = await subscriber(website);
    const usurper = stripe.subscription(stripe.customer(person.orgId), [{ metadata: plan('ops'), amount: 1 }]);

    await deliver(stripe.event(usurper));

    expect(await subscriptionOf(person)).toMatchObject({ totalMRR: 10, plans: { ops: { tier: 'none' } } });
  });
});

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
