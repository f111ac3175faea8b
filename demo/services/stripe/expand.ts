import { StripeFailure } from './failure.ts';
import type { Collection, Store } from './store.ts';

const LEVELS = 4;
const NAMED: Record<string, Collection> = {
  customer: 'customers',
  product: 'products',
  price: 'prices',
  subscription: 'subscriptions',
  latest_invoice: 'invoices',
};

type Node = Record<string, unknown>;

function expand(store: Store, node: unknown, [name = '', ...rest]: string[], path: string): unknown {
  if (Array.isArray(node)) return node.map((one) => expand(store, one, [name, ...rest], path));
  if (typeof node !== 'object' || node === null) return node;
  if (!(name in node)) throw new StripeFailure(400, `This property cannot be expanded (${path}).`, { param: 'expand' });

  const value = (node as Node)[name];
  const collection = NAMED[name];
  const open = typeof value === 'string' && collection ? store.get(collection, value, name) : value;
  return { ...node, [name]: rest.length > 0 ? expand(store, open, rest, path) : open };
}

/** Replaces ids by objects as requested by `expand[]`, down to Stripe's depth limit. */
export function expanded(store: Store, answer: object, paths: unknown): object {
  return (Array.isArray(paths) ? paths : []).reduce<object>((object, path: string) => {
    if (path.split('.').length > LEVELS)
      throw new StripeFailure(400, `You cannot expand more than ${LEVELS} levels of a property (${path}).`, {
        param: 'expand',
      });
    return expand(store, object, path.split('.'), path) as object;
  }, answer);
}
