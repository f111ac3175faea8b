import { randomBytes } from 'node:crypto';
import { missing, StripeFailure } from './failure.ts';
import type { Fields } from './form.ts';

/** A Stripe object in JSON. */
export type Thing = { id: string; object: string; created: number; [field: string]: unknown };

/** The collections with object names and id prefixes. */
export const KINDS = {
  customers: ['customer', 'cus'],
  products: ['product', 'prod'],
  prices: ['price', 'price'],
  subscriptions: ['subscription', 'sub'],
  subscription_items: ['subscription_item', 'si'],
  invoices: ['invoice', 'in'],
  events: ['event', 'evt'],
  'billing_portal/sessions': ['billing_portal.session', 'bps'],
} as const;
export type Collection = keyof typeof KINDS;

export const unixNow = () => Math.floor(Date.now() / 1000);
const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;

/** The objects of the account, in memory, in order of creation. */
export function createStore() {
  const things = new Map<Collection, Map<string, Thing>>();
  const of = (collection: Collection) => {
    const collected = things.get(collection) ?? new Map<string, Thing>();
    things.set(collection, collected);
    return collected;
  };

  /** Stores an object; replaces the one with the same id. */
  function put(collection: Collection, facts: object): Thing {
    const [object, prefix] = KINDS[collection];
    const thing: Thing = { id: newId(prefix), object, created: unixNow(), livemode: false, ...facts };
    of(collection).set(thing.id, thing);
    return thing;
  }

  function get(collection: Collection, id: string, param = 'id'): Thing {
    const found = of(collection).get(id);
    if (!found) throw missing(KINDS[collection][0], id, param);
    return found;
  }

  return {
    put,
    get,
    has: (collection: Collection, id: string) => of(collection).has(id),
    all: (collection: Collection) => [...of(collection).values()],
  };
}

export type Store = ReturnType<typeof createStore>;

function pageSize({ limit = '10' }: Fields) {
  const size = Number(limit);
  if (!Number.isInteger(size) || size < 1 || size > 100)
    throw new StripeFailure(400, 'Invalid limit: must be between 1 and 100.', { param: 'limit' });
  return size;
}

/** One page of a list, newest first, after `starting_after` or before `ending_before`. */
export function listPage(url: string, kind: string, things: Thing[], query: Fields) {
  const size = pageSize(query);
  const sorted = things
    .map((thing, index) => ({ thing, index }))
    .sort((a, b) => b.thing.created - a.thing.created || b.index - a.index)
    .map(({ thing }) => thing);
  const placeOf = (param: 'starting_after' | 'ending_before') => {
    const id = query[param];
    if (id === undefined) return undefined;
    const place = sorted.findIndex((thing) => thing.id === id);
    if (place < 0) throw missing(kind, String(id), param);
    return place;
  };
  const before = placeOf('ending_before');
  const after = placeOf('starting_after');
  const start = before !== undefined ? Math.max(0, before - size) : after !== undefined ? after + 1 : 0;
  const end = before ?? start + size;
  const has_more = before !== undefined ? start > 0 : end < sorted.length;
  return { object: 'list', url, has_more, data: sorted.slice(start, end) };
}
