import type Stripe from 'stripe';
import { isMissing } from './client.ts';
import { type BillingState, productsOf } from './snapshot.ts';

const PAGE_SIZE = 100;

async function allItems(stripe: Stripe, { id, items }: Stripe.Subscription) {
  if (!items.has_more) return items.data;
  const { data } = await stripe.subscriptionItems.list({ subscription: id, limit: PAGE_SIZE });
  return data;
}

/** Fetches a customer's subscriptions. Products are listed separately: Stripe expands only four levels. */
export async function fetchSubscriptions(stripe: Stripe, customer: string): Promise<BillingState> {
  const list = await stripe.subscriptions.list({ customer, status: 'all', limit: PAGE_SIZE }).catch((error) => {
    if (isMissing(error, 'customer')) return { data: [] };
    throw error;
  });
  const subscriptions = await Promise.all(
    list.data.map(async (subscription) => ({ subscription, items: await allItems(stripe, subscription) })),
  );
  const ids = productsOf(subscriptions).slice(0, PAGE_SIZE);
  const products = ids.length > 0 ? (await stripe.products.list({ ids, limit: PAGE_SIZE })).data : [];
  return { subscriptions, products: new Map(products.map((product) => [product.id, product])) };
}
