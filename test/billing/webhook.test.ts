import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { stripeEvents } from '../../db/schema/index.ts';
import { clientDb } from '../helpers/client-db.ts';
import { billingForThisFile, plan, subscriptionOf } from '../helpers/stripe.ts';
import { outcome } from '../helpers/wire.ts';

const { portal, stripe, deliver, subscriber } = billingForThisFile();

const website = [{ metadata: plan('website'), amount: 1000 }];

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
