import { describe, expect, it } from 'vitest';
import { customers } from '../../routers/billing/stripe/customers.ts';
import { openPortal } from '../helpers/portal.ts';
import { billingForThisFile, plan, subscriptionOf } from '../helpers/stripe.ts';
import { outcome } from '../helpers/wire.ts';

const APP_URL = 'https://app.example';
const { portal, stripe, subscriber } = billingForThisFile({ PUBLIC_URL: 'https://portal.example', APP_URL });

const sessions = () => stripe.askedFor('POST /v1/billing_portal/sessions').map(({ fields }) => fields);
const customersOf = (clientId: string) =>
  stripe.store
    .all('customers')
    .filter(({ metadata }) => (metadata as Record<string, string>).portal_client_id === clientId);

describe('POST /api/billing/portal', () => {
  it('creates a session for a member, with a return URL at APP_URL', async () => {
    const { person, customer } = await subscriber([{ metadata: plan('website'), name: 'Website Growth' }]);
    const member = await portal.join(person);

    const response = await member.post('/api/billing/portal');
    const { url } = response.json();
    const page = await (await fetch(url)).text();

    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ url: expect.stringMatching(/^http/) });
    expect(sessions().at(-1)).toEqual({ customer, return_url: `${APP_URL}/billing` });
    expect(page).toContain('Website Growth');
    expect(page).toContain(`href="${APP_URL}/billing"`);
  });

  it('receives the event of a cancelled subscription', async () => {
    const { person, subscription } = await subscriber([{ metadata: plan('website') }]);
    stripe.events.sendTo(`${await portal.listen()}/api/billing/webhook`);
    const { url } = (await person.post('/api/billing/portal')).json();

    const body = new URLSearchParams({ subscription, cancel_at_period_end: 'true' });
    await fetch(url, { method: 'POST', body, redirect: 'manual' });

    await expect.poll(() => subscriptionOf(person)).toMatchObject({ cancelAtPeriodEnd: true });
  });

  it('creates one customer for twenty concurrent calls in two processes', async () => {
    const person = await portal.register({ orgName: 'Twenty at Once' });
    const beside = await openPortal({ beside: portal, env: { ...stripe.variables } });
    const ask = (index: number) =>
      index % 2
        ? beside.inject({ method: 'POST', url: '/api/billing/portal', headers: { cookie: person.cookie } })
        : person.post('/api/billing/portal');

    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => ask(index)));
    await beside.close();

    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
    expect(customersOf(person.orgId)).toMatchObject([{ name: 'Twenty at Once' }]);
    expect(await portal.deps.use(customers).customerOf(person.orgId)).toBe(customersOf(person.orgId)[0]?.id);
  });

  it('creates a new customer when the old one was deleted in Stripe', async () => {
    const person = await portal.register();
    await portal.deps.use(customers).link(person.orgId, `cus_gone_${person.orgId.slice(-8)}`);

    const response = await person.post('/api/billing/portal');

    expect(response.statusCode).toBe(200);
    expect(await portal.deps.use(customers).customerOf(person.orgId)).toBe(customersOf(person.orgId)[0]?.id);
  });

  it('ignores a customer or return URL in the request', async () => {
    const { person: other, customer: foreign } = await subscriber([{ metadata: plan('website') }]);
    const { person, customer } = await subscriber([{ metadata: plan('website') }]);
    const evil = 'https://evil.example';
    const body = { customer: foreign, clientId: other.orgId, orgId: other.orgId, return_url: evil, returnUrl: evil };

    await person.post(`/api/billing/portal?return_url=${evil}&customer=${foreign}`, body);
    await person.post('/api/billing/portal', body, { host: 'evil.example', 'x-forwarded-host': 'evil.example' });
    await person.post('/api/billing/portal', body, {
      host: 'evil.example',
      origin: APP_URL,
      referer: evil,
    });
    await person.post('/trpc/billing.portal', body);

    expect(sessions().slice(-4)).toEqual(Array(4).fill({ customer, return_url: `${APP_URL}/billing` }));
  });

  it('refuses requests from another site', async () => {
    const person = await portal.register();

    const response = await person.post('/api/billing/portal', {}, { origin: 'https://evil.example' });

    expect(outcome(response)).toBe('403 CSRF_REJECTED');
    expect(customersOf(person.orgId)).toEqual([]);
  });

  it('refuses an API key', async () => {
    const person = await portal.register();

    const response = await (await person.pipeline(['read', 'ingest'])).post('/api/billing/portal');

    expect(outcome(response)).toBe('403 FORBIDDEN');
  });
});
