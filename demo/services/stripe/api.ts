import type { Announcer } from './events.ts';
import { missing, StripeFailure } from './failure.ts';
import { checkFields } from './fields.ts';
import type { Fields } from './form.ts';
import { type Collection, KINDS, listPage, type Store, type Thing, unixNow } from './store.ts';
import { changeSubscription, endSubscription, itemsOf, shown, subscribe } from './subscriptions.ts';

export interface Call {
  method: string;
  path: string;
  fields: Fields;
}

const PATH = /^\/v1\/(billing_portal\/sessions|[a-z_]+)(?:\/(\w+))?$/;
const PORTAL_SESSION_LIFE = 5 * 60;

const unknownRoute = ({ method, path }: Call) =>
  new StripeFailure(404, `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs.`);

const asText = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** The metadata of a thing after a change: an empty value removes its key, an empty text all. */
const merged = ({ metadata: had }: Thing, metadata: unknown) =>
  metadata === ''
    ? {}
    : Object.fromEntries(
        Object.entries({ ...(had as object), ...(metadata as object | undefined) }).filter(([, value]) => value !== ''),
      );

/** The API behind authentication: returns an object, or throws a Failure with its status. */
export function api(store: Store, events: Announcer, base: () => string) {
  const wire = (collection: Collection, thing: Thing) => (collection === 'subscriptions' ? shown(store, thing) : thing);

  function announced(type: string, collection: Collection, thing: Thing) {
    const object = wire(collection, thing);
    events.announce(type, object);
    return object;
  }

  const create: Partial<Record<Collection, (fields: Fields) => object>> = {
    customers: ({ name = null, email = null, description = null, metadata = {} }) =>
      announced('customer.created', 'customers', store.put('customers', { name, email, description, metadata })),
    products: ({ name, metadata = {} }) => store.put('products', { name, metadata, active: true, default_price: null }),
    prices: ({ product, currency, unit_amount, recurring, metadata = {} }) => {
      store.get('products', String(product), 'product');
      const { interval, interval_count = '1' } = (recurring ?? {}) as Fields;
      return store.put('prices', {
        product,
        currency,
        unit_amount: Number(unit_amount),
        unit_amount_decimal: String(unit_amount),
        billing_scheme: 'per_unit',
        active: true,
        metadata,
        type: interval ? 'recurring' : 'one_time',
        recurring: interval ? { interval, interval_count: Number(interval_count), usage_type: 'licensed' } : null,
      });
    },
    subscriptions: (fields) => announced('customer.subscription.created', 'subscriptions', subscribe(store, fields)),
    'billing_portal/sessions': ({ customer, return_url = null }) => {
      store.get('customers', String(customer), 'customer');
      const session = store.put('billing_portal/sessions', { customer, return_url });
      return store.put('billing_portal/sessions', { ...session, url: `${base()}/p/session/${session.id}` });
    },
  };

  const change: Partial<Record<Collection, (thing: Thing, fields: Fields) => object>> = {
    customers: (thing, { name = thing.name, email = thing.email, metadata }) =>
      announced(
        'customer.updated',
        'customers',
        store.put('customers', {
          ...thing,
          name,
          email,
          metadata: merged(thing, metadata),
        }),
      ),
    products: (thing, { name = thing.name, metadata }) =>
      announced(
        'product.updated',
        'products',
        store.put('products', { ...thing, name, metadata: merged(thing, metadata) }),
      ),
    subscriptions: (thing, fields) =>
      announced('customer.subscription.updated', 'subscriptions', changeSubscription(store, thing, fields)),
  };

  function list(collection: Collection, path: string, fields: Fields) {
    const { customer, subscription, status, active, ids } = fields;
    const customerId = asText(customer);
    if (customerId && !store.has('customers', customerId)) throw missing('customer', customerId, 'customer');
    const things = (collection === 'subscription_items' ? itemsOf(store, String(subscription)) : store.all(collection))
      .filter((thing) => !customerId || thing.customer === customerId)
      .filter((thing) => !Array.isArray(ids) || ids.includes(thing.id))
      .filter((thing) => active === undefined || String(thing.active) === active)
      // Without a status, subscriptions that ended are left out; with `all` they are in.
      .filter((thing) =>
        status === undefined
          ? collection !== 'subscriptions' || thing.status !== 'canceled'
          : status === 'all' || thing.status === status,
      );
    const page = listPage(path, KINDS[collection][0], things, fields);
    return { ...page, data: page.data.map((thing) => wire(collection, thing)) };
  }

  return (call: Call): object => {
    const { method, path, fields } = call;
    const [, name, id] = PATH.exec(path) ?? [];
    if (!name || !(name in KINDS)) throw unknownRoute(call);
    checkFields(method, name, id, fields);

    const collection = name as Collection;
    if (!id) {
      const make = create[collection];
      if (method === 'POST' && make) return make(fields);
      if (method === 'GET' && collection !== 'billing_portal/sessions') return list(collection, path, fields);
      throw unknownRoute(call);
    }
    const thing = store.get(collection, id);
    const edit = change[collection];
    if (method === 'GET') return wire(collection, thing);
    if (method === 'POST' && edit) return edit(thing, fields);
    if (method === 'DELETE' && collection === 'subscriptions') {
      if (thing.status === 'canceled') throw missing('subscription', id);
      return announced('customer.subscription.deleted', 'subscriptions', endSubscription(store, thing));
    }
    throw unknownRoute(call);
  };
}

/** Whether a portal session has not expired. */
export const isOpen = (session: Thing) => session.created + PORTAL_SESSION_LIFE > unixNow();
