import { StripeFailure } from './failure.ts';
import type { Fields } from './form.ts';
import { type Store, type Thing, unixNow } from './store.ts';

const DAY = 24 * 3600;
const PERIOD: Record<string, number> = { day: DAY, week: 7 * DAY, month: 30 * DAY, year: 365 * DAY };
// The size of the embedded item list; further items are listed separately.
const EMBEDDED_ITEMS = 10;

type Recurring = { interval: string; interval_count: number };

/** Creates a subscription item with the period of its price. */
export function addItem(store: Store, subscription: string, price: Thing, quantity = 1, now = unixNow()) {
  const { interval = 'month', interval_count = 1 } = (price.recurring ?? {}) as Partial<Recurring>;
  return store.put('subscription_items', {
    subscription,
    price,
    quantity,
    metadata: {},
    current_period_start: now,
    current_period_end: now + (PERIOD[interval] ?? 0) * interval_count,
  });
}

export const itemsOf = (store: Store, subscription: string) =>
  store.all('subscription_items').filter((item) => item.subscription === subscription);

/** A subscription in a response, with its first items. */
export function shown(store: Store, subscription: Thing): Thing {
  const items = itemsOf(store, subscription.id);
  const url = `/v1/subscription_items?subscription=${subscription.id}`;
  const data = items.slice(0, EMBEDDED_ITEMS);
  return {
    ...subscription,
    items: { object: 'list', url, has_more: items.length > data.length, total_count: items.length, data },
  };
}

/** Creates a subscription of a customer to prices: `items[0][price]`, `items[0][quantity]`, `trial_period_days`. */
export function subscribe(store: Store, { customer, items, trial_period_days, ...facts }: Fields): Thing {
  store.get('customers', String(customer), 'customer');
  const wanted = (Array.isArray(items) ? items : []) as Fields[];
  const prices = wanted.map(({ price }) => store.get('prices', String(price), 'items[price]'));
  if (prices.length === 0) throw new StripeFailure(400, 'Missing required param: items.', { param: 'items' });
  if (new Set(prices.map(({ currency }) => currency)).size > 1)
    throw new StripeFailure(400, 'All prices of a subscription must use the same currency.', { param: 'items' });

  const trial = Number(trial_period_days ?? 0);
  const now = unixNow();
  const subscription = store.put('subscriptions', {
    customer,
    status: trial > 0 ? 'trialing' : 'active',
    currency: prices[0]?.currency,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    collection_method: 'charge_automatically',
    start_date: now,
    trial_end: trial > 0 ? now + trial * DAY : null,
    metadata: facts.metadata ?? {},
  });
  for (const [index, price] of prices.entries())
    addItem(store, subscription.id, price, Number(wanted[index]?.quantity ?? 1), now);
  return subscription;
}

/** Updates a subscription. */
export function changeSubscription(
  store: Store,
  subscription: Thing,
  { cancel_at_period_end, metadata }: Fields,
): Thing {
  const cancels =
    cancel_at_period_end === undefined ? subscription.cancel_at_period_end : cancel_at_period_end === 'true';
  const canceled_at = cancels ? (subscription.canceled_at ?? unixNow()) : null;
  return store.put('subscriptions', {
    ...subscription,
    cancel_at_period_end: cancels,
    canceled_at,
    metadata: { ...(subscription.metadata as object), ...(metadata as object | undefined) },
  });
}

/** Cancels a subscription immediately. */
export const endSubscription = (store: Store, subscription: Thing) =>
  store.put('subscriptions', { ...subscription, status: 'canceled', canceled_at: unixNow(), ended_at: unixNow() });
