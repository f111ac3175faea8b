import type Stripe from 'stripe';
import type { BilledItem } from '../../../db/schema/billing.ts';
import { placed } from './products.ts';

/** A subscription with all of its items, and the products that they are of. */
export interface SubscriptionReading {
  subscriptions: { subscription: Stripe.Subscription; items: Stripe.SubscriptionItem[] }[];
  products: Map<string, Stripe.Product>;
}

// From what is in force to what is over. A word that is new to us stands before what is over.
const ORDER = ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete', 'canceled', 'incomplete_expired'];
const OVER = new Set(['canceled', 'incomplete_expired']);
const rank = (status: string) => (ORDER.includes(status) ? ORDER.indexOf(status) : ORDER.indexOf('canceled') - 0.5);

const productId = ({ price: { product } }: Stripe.SubscriptionItem) =>
  typeof product === 'string' ? product : product.id;

function billed(item: Stripe.SubscriptionItem, products: SubscriptionReading['products']): BilledItem {
  const { price, quantity = 1 } = item;
  const id = productId(item);
  const { name = id, metadata = {} } = products.get(id) ?? {};
  // Usage and tiers have no price that is known before they are used: only the fixed part counts.
  const unit = price.unit_amount ?? Number(price.unit_amount_decimal ?? 0);
  const metered = price.recurring?.usage_type === 'metered' || price.billing_scheme === 'tiered';
  const { divide_by = 1, round = 'up' } = price.transform_quantity ?? {};
  const units = round === 'up' ? Math.ceil(quantity / divide_by) : Math.floor(quantity / divide_by);
  return {
    ...placed({ id, metadata }),
    name,
    amount: metered ? 0 : Math.round(unit * units),
    currency: price.currency,
    interval: (price.recurring?.interval ?? 'month') as BilledItem['interval'],
    intervalCount: price.recurring?.interval_count ?? 1,
  };
}

/**
 * What is stored of a customer's subscriptions. The one that is most in force, the newest of several, says how things
 * stand; everything that is in force is billed, and so all of its items count. What is over costs nothing.
 */
export function snapshot({ subscriptions, products }: SubscriptionReading) {
  const [leading] = subscriptions.toSorted(
    ({ subscription: a }, { subscription: b }) => rank(a.status) - rank(b.status) || b.created - a.created,
  );
  if (!leading)
    return { stripeSubscriptionId: null, status: 'none', items: [], currentPeriodEnd: null, cancelAtPeriodEnd: false };

  const { id, status, cancel_at, cancel_at_period_end } = leading.subscription;
  const live = subscriptions.filter(({ subscription }) => rank(subscription.status) < ORDER.indexOf('incomplete'));
  const counted = live.length > 0 ? live : OVER.has(status) ? [] : [leading];
  const ends = leading.items.map((item) => item.current_period_end);
  const periodEnd = ends.length > 0 ? Math.min(...ends) : undefined;
  return {
    stripeSubscriptionId: id,
    status,
    items: counted.flatMap(({ items }) => items.map((item) => billed(item, products))),
    currentPeriodEnd: periodEnd === undefined ? null : new Date(periodEnd * 1000),
    // Stripe's own portal may set the moment instead of the flag.
    cancelAtPeriodEnd:
      cancel_at_period_end || (cancel_at !== null && periodEnd !== undefined && cancel_at <= periodEnd),
  };
}

/** The ids of all products that are billed. */
export const productsOf = (subscriptions: SubscriptionReading['subscriptions']) => [
  ...new Set(subscriptions.flatMap(({ items }) => items.map(productId))),
];
