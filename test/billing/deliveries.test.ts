import { expect, it } from 'vitest';
import { stripeEvents } from '../../db/schema/index.ts';
import { clientDb } from '../helpers/client-db.ts';
import { openPortal } from '../helpers/portal.ts';
import { billingForThisFile, plan, subscriptionOf } from '../helpers/stripe.ts';
import { outcome } from '../helpers/wire.ts';

const { portal, stripe, deliver, subscriber } = billingForThisFile();

const WEBHOOK = '/api/billing/webhook';
const website = [{ metadata: plan('website'), amount: 1000 }];

it('fetches the subscription once for twenty concurrent deliveries of an event to two processes', async () => {
  const { person, subscription } = await subscriber(website);
  const beside = await openPortal({ beside: portal, env: { ...stripe.variables } });
  stripe.amend(subscription, { status: 'past_due' });
  const event = stripe.event(subscription);
  const body = JSON.stringify(event);
  const before = stripe.askedFor('GET /v1/subscriptions').length;

  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index % 2 ? deliver(event) : beside.visitor().post(WEBHOOK, body, stripe.sign(body)),
    ),
  );
  await beside.close();

  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
  expect(stripe.askedFor('GET /v1/subscriptions').length).toBe(before + 1);
  expect(await subscriptionOf(person)).toMatchObject({ status: 'past_due' });
});

it('hands an event whose delivery failed to the next one that waits', async () => {
  const { person, subscription } = await subscriber(website);
  stripe.amend(subscription, { status: 'past_due' });
  const event = stripe.event(subscription);
  let first = true;
  stripe.fails((request, response) => {
    if (!first || !request.url?.startsWith('/v1/subscriptions?')) return false;
    first = false;
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{}}');
    return true;
  });

  const answers = await Promise.all([deliver(event), deliver(event), deliver(event)]);
  stripe.fails();

  expect(answers.map(outcome).sort()).toEqual(['200', '200', '503 SERVICE_UNAVAILABLE']);
  expect(await subscriptionOf(person)).toMatchObject({ status: 'past_due' });
});

it('handles an event that a process left behind when it died', async () => {
  const { person, subscription } = await subscriber(website);
  stripe.amend(subscription, { status: 'past_due' });
  const event = stripe.event(subscription);
  const left = { clientId: person.orgId, eventId: event.id, type: event.type };
  await clientDb(portal, person.orgId)
    .insert(stripeEvents)
    .values({ ...left, claimedUntil: new Date(Date.now() - 1000) });

  const response = await deliver(event);

  expect(response.statusCode).toBe(200);
  expect(await subscriptionOf(person)).toMatchObject({ status: 'past_due' });
});
