import { eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { billingCustomers, stripeEvents } from '../../db/schema/index.ts';
import { stripeClient } from '../../routers/billing/stripe/client.ts';
import { reconcile, sweepEvents } from '../../routers/billing/stripe/reconcile.ts';
import { clientDb } from '../helpers/client-db.ts';
import { billingForThisFile, plan, subscriptionOf } from '../helpers/stripe.ts';

const { portal, stripe, subscriber } = billingForThisFile();

const website = [{ metadata: plan('website'), amount: 1000 }];
const run = () => reconcile(portal.deps.database, portal.deps.use(stripeClient));

/** Makes a customer one that was last compared so many hours ago. */
const last = (orgId: string, hours: number) =>
  portal.deps.database.accounts
    .update(billingCustomers)
    .set({ reconciledAt: sql`now() - make_interval(hours => ${hours})` })
    .where(eq(billingCustomers.orgId, orgId));

afterEach(() => stripe.fails());

describe('Reconciliation', () => {
  it('finds changes without an event when due', async () => {
    const { person, subscription } = await subscriber(website);
    stripe.amend(subscription, { status: 'past_due' });

    await run();
    const before = await subscriptionOf(person);
    await last(person.orgId, 7);
    await run();

    expect(before).toMatchObject({ status: 'active' });
    expect(await subscriptionOf(person)).toMatchObject({ status: 'past_due' });
  });

  it('syncs each customer once in concurrent runs', async () => {
    const { person, customer } = await subscriber(website);
    await last(person.orgId, 7);
    const asked = () =>
      stripe.askedFor('GET /v1/subscriptions').filter(({ fields }) => fields.customer === customer).length;
    const before = asked();

    await Promise.all([run(), run(), run()]);

    expect(asked() - before).toBe(1);
  });

  it('retries a customer after an error of Stripe', async () => {
    const { person, subscription } = await subscriber(website);
    stripe.amend(subscription, { status: 'past_due' });
    await last(person.orgId, 7);
    stripe.fails((_, response) => response.writeHead(429, { 'content-type': 'application/json' }).end('{"error":{}}'));

    await expect(run()).rejects.toThrow('Billing is temporarily unavailable');
    stripe.fails();

    // The portal's own sweep may have taken the customer while Stripe failed; then it is due again once that has ended.
    const afterRun = async () => {
      await run();
      return subscriptionOf(person);
    };
    await expect.poll(afterRun).toMatchObject({ status: 'past_due' });
  });

  it('stores no subscription for a deleted customer', async () => {
    const { person } = await subscriber(website);
    await portal.deps.database.accounts
      .update(billingCustomers)
      .set({ stripeCustomerId: `cus_gone_${person.orgId.slice(-8)}` })
      .where(eq(billingCustomers.orgId, person.orgId));
    await last(person.orgId, 7);

    await run();

    expect(await subscriptionOf(person)).toMatchObject({ status: 'none', totalMRR: 0 });
  });

  it('does nothing without a secret key', async () => {
    await expect(reconcile(portal.deps.database, undefined)).resolves.toBeUndefined();
  });
});

describe('Handled events', () => {
  it('are deleted when Stripe no longer resends them', async () => {
    const { person } = await subscriber(website);
    const db = clientDb(portal, person.orgId);
    const kept = () => db.select().from(stripeEvents).where(eq(stripeEvents.clientId, person.orgId));

    await sweepEvents(portal.deps.database);
    const before = await kept();
    await db.update(stripeEvents).set({ handledAt: sql`now() - interval '46 days'` });
    await sweepEvents(portal.deps.database);

    expect([before.length, (await kept()).length]).toEqual([1, 0]);
  });
});
