import type Stripe from 'stripe';
import type { BilledItem } from '../../../db/schema/billing.ts';
import { roleOrAddon } from './products.ts';

/** The subscriptions of a customer with all items and products. */
export interface BillingState {
  subscriptions: { subscription: Stripe.Subscription; items: Stripe.SubscriptionItem[] }[];
  products: Map<string, Stripe.Product>;
}

// From active to ended. An unknown status ranks before the ended ones.
const ORDER = ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete', 'canceled', 'incomplete_expired'];
const ENDED = new Set(['canceled', 'incomplete_expired']);
/** Whether Stripe bills nothing more. */
export const hasEnded = (status: string) => ENDED.has(status);

const rank = (status: string) => (ORDER.includes(status) ? ORDER.indexOf(status) : ORDER.indexOf('canceled') - 0.5);

const productId = ({ price: { product } }: Stripe.SubscriptionItem) =>
  typeof product === 'string' ? product : product.id;

function billed(item: Stripe.SubscriptionItem, status: string, products: BillingState['products']): BilledItem {
  const { price, quantity = 1 } = item;
  const id = productId(item);
  const { name = id, metadata = {} } = products.get(id) ?? {};
  // Metered and tiered prices are unknown in advance: only fixed amounts count.
  const unit = price.unit_amount ?? Number(price.unit_amount_decimal ?? 0);
  const metered = price.recurring?.usage_type === 'metered' || price.billing_scheme === 'tiered';
  const { divide_by = 1, round = 'up' } = price.transform_quantity ?? {};
  const units = round === 'up' ? Math.ceil(quantity / divide_by) : Math.floor(quantity / divide_by);
  return {
    ...roleOrAddon({ id, metadata }),
    status,
    name,
    amount: metered ? 0 : Math.round(unit * units),
    currency: price.currency,
    interval: (price.recurring?.interval ?? 'month') as BilledItem['interval'],
    intervalCount: price.recurring?.interval_count ?? 1,
  };
}

/**
 * The stored state of a customer's subscriptions. Status and period come from the most active subscription, the newest
 * of several; the items of all active ones count. Ended subscriptions cost nothing.
 */
export function snapshot({ subscriptions, products }: BillingState) {
  const [leading] = subscriptions.toSorted(
    ({ subscription: a }, { subscription: b }) => rank(a.status) - rank(b.status) || b.created - a.created,
  );
  if (!leading)
    return { stripeSubscriptionId: null, status: 'none', items: [], currentPeriodEnd: null, cancelAtPeriodEnd: false };

  const { id, status, cancel_at, cancel_at_period_end } = leading.subscription;
  const live = subscriptions.filter(({ subscription }) => rank(subscription.status) < ORDER.indexOf('incomplete'));
  const counted = live.length > 0 ? live : hasEnded(status) ? [] : [leading];
  const ends = leading.items.map((item) => item.current_period_end);
  const periodEnd = ends.length > 0 ? Math.min(...ends) : undefined;
  return {
    stripeSubscriptionId: id,
    status,
    items: counted.flatMap(({ subscription, items }) =>
      items.map((item) => billed(item, subscription.status, products)),
    ),
    currentPeriodEnd: periodEnd === undefined ? null : new Date(periodEnd * 1000),
    // Stripe's customer portal may set the time instead of the flag.
    cancelAtPeriodEnd:
      cancel_at_period_end || (cancel_at !== null && periodEnd !== undefined && cancel_at <= periodEnd),
  };
}

/** The ids of all billed products. */
export const productsOf = (subscriptions: BillingState['subscriptions']) => [
  ...new Set(subscriptions.flatMap(({ items }) => items.map(productId))),
];
