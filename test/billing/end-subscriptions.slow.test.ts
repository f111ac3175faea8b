import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { billingCustomers, clientFacts, operatorEvents, organizations } from '../../db/schema/index.ts';
import { endQueuedSubscriptions } from '../../routers/billing/stripe/end-subscriptions.ts';
import { eraseAfterGrace, eraseNow } from '../helpers/archives.ts';
import { clientDb } from '../helpers/client-db.ts';
import { registerOperator } from '../helpers/operators.ts';
import type { Person } from '../helpers/people.ts';
import { portalForThisTest } from '../helpers/portal.ts';
import { record } from '../helpers/records.ts';
import { addon, billingForThisFile, plan, subscriptionOf } from '../helpers/stripe.ts';
import { outcome } from '../helpers/wire.ts';

const { portal, stripe, subscriber } = billingForThisFile();

const website = [{ metadata: plan('website'), amount: 1000 }];

let operator: Person;
beforeAll(async () => {
  operator = await registerOperator(portal);
});
afterEach(() => stripe.fails());

const statusOf = (id: string) => stripe.store.get('subscriptions', id).status;

const organizationsOf = ({ orgId }: Person) =>
  portal.deps.database.accounts.$count(organizations, eq(organizations.id, orgId));

async function trailOf({ orgId }: Person) {
  const ofClient = eq(operatorEvents.orgId, orgId);
  const { accounts } = portal.deps.database;
  const lines = await accounts.select().from(operatorEvents).where(ofClient).orderBy(operatorEvents.id);
  return lines.map(({ type }) => type);
}

async function startErasure({ orgId, orgName }: Person) {
  const answer = await operator.post(`/api/operator/clients/${orgId}/erase`, { name: orgName });
  if (outcome(answer) !== '200') throw new Error(answer.body);
}

describe('The erasure of a client', () => {
  it('cancels its subscriptions at Stripe, not before the grace is over, and says so in the trail', async () => {
    const { person, customer, subscription } = await subscriber(website);
    const trial = stripe.subscription(customer, [{ metadata: addon('calls') }], { status: 'trialing' });
    const other = await subscriber(website);
    await startErasure(person);
    await eraseNow(portal, person);
    const during = statusOf(subscription);

    await eraseAfterGrace(portal, person);

    expect(during).toBe('active');
    expect([statusOf(subscription), statusOf(trial)]).toEqual(['canceled', 'canceled']);
    expect(statusOf(other.subscription)).toBe('active');
    expect(stripe.store.has('customers', customer)).toBe(true);
    expect(await trailOf(person)).toEqual([
      'client_erasure_started',
      'subscription_canceled',
      'subscription_canceled',
      'client_erased',
    ]);
    expect(await organizationsOf(person)).toBe(0);
  });

  it('waits while Stripe is away, without a loss, and cancels once', async () => {
    const { person, subscription } = await subscriber(website);
    await (await person.pipeline()).post('/api/ingest/records', [record('goal')]);
    await startErasure(person);
    stripe.fails((_, response) => response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":{}}'));

    await expect(eraseAfterGrace(portal, person)).rejects.toThrow('Billing is temporarily unavailable');
    const [goals] = await clientDb(portal, person.orgId).execute<{ n: number }>(
      sql`select count(*)::int as n from goals`,
    );
    const left = [await organizationsOf(person), statusOf(subscription), goals?.n];
    stripe.fails();
    await eraseNow(portal, person);

    expect(left).toEqual([1, 'active', 1]);
    expect([await organizationsOf(person), statusOf(subscription)]).toEqual([0, 'canceled']);
    expect(await trailOf(person)).toEqual(['client_erasure_started', 'subscription_canceled', 'client_erased']);
  });

  it('takes a customer who was deleted at Stripe, or has no subscription any more, for one without', async () => {
    const gone = await subscriber(website);
    const ended = await subscriber(website);
    await portal.deps.database.accounts
      .update(billingCustomers)
      .set({ stripeCustomerId: 'cus_deleted' })
      .where(eq(billingCustomers.orgId, gone.person.orgId));
    stripe.amend(ended.subscription, { status: 'incomplete_expired' });

    for (const { person } of [gone, ended]) {
      await startErasure(person);
      await eraseAfterGrace(portal, person);
    }

    const shown = await Promise.all([gone, ended].map(({ person }) => trailOf(person)));
    expect(shown).toEqual(shown.map(() => ['client_erasure_started', 'client_erased']));
    expect(statusOf(ended.subscription)).toBe('incomplete_expired');
  });

  it('goes on in a portal without a key of Stripe', async () => {
    const { person, subscription } = await subscriber(website);
    await startErasure(person);
    const given: Record<string, string> = portal.database.variables;
    const { STRIPE_SECRET_KEY: _, STRIPE_WEBHOOK_SECRET: __, ...variables } = given;
    const without = await portalForThisTest({ beside: { database: { variables }, deps: portal.deps } });

    await eraseAfterGrace(without, person);

    expect([await organizationsOf(person), statusOf(subscription)]).toEqual([0, 'active']);
  });
});

describe('The removal of the last account', () => {
  /** The jobs about an organization that wait in the queue. */
  const queued = ({ orgId }: Person) =>
    portal.deps.database.accounts.execute<{ orgId: string }>(
      sql`select data ->> 'orgId' as "orgId" from pgboss.job where name = 'subscription-ends' and data ->> 'orgId' = ${orgId}`,
    );

  const remove = ({ send, password }: Person) => send('DELETE', '/api/auth/account', { password });

  it('queues the end of the subscription of the organization', async () => {
    const { person, subscription } = await subscriber(website);
    const free = await portal.register();

    const answers = [await remove(person), await remove(free)];
    const jobs = [...(await queued(person)), ...(await queued(free))];
    for (const job of jobs) await endQueuedSubscriptions(portal.deps)(job);
    const [facts] = await portal.deps.database.accounts
      .select()
      .from(clientFacts)
      .where(eq(clientFacts.orgId, person.orgId));

    expect(answers.map(outcome)).toEqual(['200', '200']);
    expect(jobs).toEqual([{ orgId: person.orgId }]);
    expect(statusOf(subscription)).toBe('canceled');
    expect(await trailOf(person)).toEqual(['subscription_canceled']);
    expect(facts).toMatchObject({ subscriptionStatus: 'canceled', totalMrr: 0 });
  });

  it('leaves the subscription of an organization that somebody belongs to', async () => {
    const { person, subscription } = await subscriber(website);
    const colleague = await portal.join(person, 'admin');

    await remove(person);
    const jobs = await queued(person);
    await endQueuedSubscriptions(portal.deps)({ orgId: person.orgId });

    expect(jobs).toHaveLength(0);
    expect(statusOf(subscription)).toBe('active');
    expect(await subscriptionOf(colleague)).toMatchObject({ status: 'active' });
  });
});
