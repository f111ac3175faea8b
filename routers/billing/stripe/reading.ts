import type Stripe from 'stripe';
import { isMissing } from './client.ts';
import { productsOf, type SubscriptionReading } from './snapshot.ts';

const MOST = 100;

async function allItems(stripe: Stripe, { id, items }: Stripe.Subscription) {
  if (!items.has_more) return items.data;
  const { data } = await stripe.subscriptionItems.list({ subscription: id, limit: MOST });
  return data;
}

/**
 * What Stripe has of a customer's subscriptions now. Products are asked for by themselves: they lie one level deeper in
 * a list of subscriptions than Stripe expands.
 */
export async function read(stripe: Stripe, customer: string): Promise<SubscriptionReading> {
  const list = await stripe.subscriptions.list({ customer, status: 'all', limit: MOST }).catch((error) => {
    if (isMissing(error, 'customer')) return { data: [] };
    throw error;
  });
  const subscriptions = await Promise.all(
    list.data.map(async (subscription) => ({ subscription, items: await allItems(stripe, subscription) })),
  );
  const ids = productsOf(subscriptions).slice(0, MOST);
  const products = ids.length > 0 ? (await stripe.products.list({ ids, limit: MOST })).data : [];
  return { subscriptions, products: new Map(products.map((product) => [product.id, product])) };
}
