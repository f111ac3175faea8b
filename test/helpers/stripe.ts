import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { signature } from '../../demo/services/stripe/events.ts';
import { startStripe } from '../../demo/services/stripe/server.ts';
import { addItem, shown } from '../../demo/services/stripe/subscriptions.ts';
import { openPortal, type Portal } from './portal.ts';

type Facts = Record<string, unknown>;

const secret = (prefix: string) => `${prefix}_${randomBytes(24).toString('hex')}`;

interface Item {
  metadata?: Record<string, string>;
  name?: string;
  amount?: number;
  currency?: string;
  every?: [count: number, interval: string];
  quantity?: number;
  /** Metadata of the price. */
  price?: Facts;
  /** Metadata of the item. */
  facts?: Facts;
}

/** Example metadata of products. */
export const plan = (key: string, tier = 'growth') => ({ portal_kind: 'plan', portal_key: key, portal_tier: tier });
export const addon = (key: string) => ({ portal_kind: 'addon', portal_key: key });
export const bundle = (key: string, tier: string) => ({ portal_kind: 'bundle', portal_key: key, portal_tier: tier });

export const PERIOD_END = 1_900_000_000;

/** A fake Stripe, and the environment of a portal that uses it. */
export async function openStripeAccount() {
  const variables = { STRIPE_SECRET_KEY: secret('sk_test'), STRIPE_WEBHOOK_SECRET: secret('whsec') };
  const server = await startStripe({
    key: variables.STRIPE_SECRET_KEY,
    webhookSecret: variables.STRIPE_WEBHOOK_SECRET,
  });
  const { store } = server;

  return {
    ...server,
    variables: { ...variables, STRIPE_API_BASE: server.url },

    /** Creates a Stripe customer for the client. */
    customer: (clientId: string) =>
      store.put('customers', { name: 'Example', metadata: { portal_client_id: clientId } }).id,

    /** Creates a subscription, by default active, monthly and in dollars. */
    subscription(customer: string, items: Item[], facts: Facts = {}) {
      const made = {
        customer,
        status: 'active',
        currency: 'usd',
        cancel_at: null,
        cancel_at_period_end: false,
        ...facts,
      };
      const subscription = store.put('subscriptions', made);
      for (const {
        metadata = {},
        name = 'Product',
        amount = 1000,
        currency = 'usd',
        every = [1, 'month'],
        ...more
      } of items) {
        const product = store.put('products', { name, metadata, active: true }).id;
        const [interval_count, interval] = every;
        const recurring = { interval, interval_count, usage_type: 'licensed' };
        const sum = { unit_amount: amount, unit_amount_decimal: String(amount), currency, billing_scheme: 'per_unit' };
        const price = store.put('prices', { product, ...sum, recurring, active: true, ...more.price });
        const item = addItem(store, subscription.id, price, more.quantity ?? 1);
        store.put('subscription_items', { ...item, current_period_end: PERIOD_END, ...more.facts });
      }
      return subscription.id;
    },

    /** Changes a stored subscription without an event. */
    amend: (id: string, facts: Facts) => store.put('subscriptions', { ...store.get('subscriptions', id), ...facts }),

    invoice(customer: string, facts: Facts = {}) {
      const zero = { amount_due: 0, amount_paid: 0, amount_remaining: 0, subtotal: 0, total: 0 };
      const times = { period_start: 1_770_000_000, period_end: 1_772_000_000 };
      return store.put('invoices', { customer, status: 'paid', currency: 'usd', ...zero, ...times, ...facts }).id;
    },

    /** An event about the current state of a subscription. */
    event: (id: string, type = 'customer.subscription.updated', facts: Facts = {}) => ({
      id: `evt_${randomUUID().replaceAll('-', '')}`,
      object: 'event',
      type,
      data: { object: shown(store, store.get('subscriptions', id)) },
      ...facts,
    }),

    /** The received requests to a route, such as `POST /v1/customers`. */
    askedFor: (what: string) => server.asked.filter(({ method, path }) => `${method} ${path}` === what),

    /** The signature of a body, by default with the secret of the portal. */
    sign: (body: string, { with: key = variables.STRIPE_WEBHOOK_SECRET, at }: { with?: string; at?: number } = {}) => ({
      'stripe-signature': signature(body, key, at),
      'content-type': 'application/json; charset=utf-8',
    }),
  };
}

export type StripeAccount = Awaited<ReturnType<typeof openStripeAccount>>;

const WEBHOOK = '/api/billing/webhook';

/** A portal and a fake Stripe for all tests of a file. */
export function billingForThisFile(env: Record<string, string> = {}) {
  let account: StripeAccount;
  let portal: Portal;
  beforeAll(async () => {
    account = await openStripeAccount();
    portal = await openPortal({ env: { ...account.variables, ...env }, restricted: true });
  });
  afterAll(async () => {
    await portal.close();
    await account.close();
  });
  const late = <T extends object>(of: () => T) => new Proxy({} as T, { get: (_, key) => Reflect.get(of(), key) });
  const stripe = late<StripeAccount>(() => account);

  /** Sends a body to the webhook as Stripe does. */
  const deliver = (event: object | string, how?: Parameters<StripeAccount['sign']>[1]) => {
    const body = typeof event === 'string' ? event : JSON.stringify(event);
    return portal.visitor().post(WEBHOOK, body, stripe.sign(body, how));
  };

  return {
    stripe,
    portal: late<Portal>(() => portal),
    deliver,
    /** A new organization with a subscription to the items that the portal knows of. */
    async subscriber(items: Item[], facts: Facts = {}) {
      const person = await portal.register();
      const customer = stripe.customer(person.orgId);
      const subscription = stripe.subscription(customer, items, facts);
      const { statusCode, body } = await deliver(stripe.event(subscription, 'customer.subscription.created'));
      if (statusCode !== 200) throw new Error(`The event was not taken: ${body}`);
      return { person, customer, subscription };
    },
  };
}

/** The subscription of an organization, as the portal returns it. */
export const subscriptionOf = async (person: { get: (url: string) => Promise<{ json: () => unknown }> }) =>
  ((await person.get('/api/billing/subscription')).json() as { subscription: Record<string, unknown> }).subscription;
