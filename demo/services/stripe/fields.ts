import { StripeFailure } from './failure.ts';
import type { Fields } from './form.ts';

// Stripe refuses parameters that it does not know: a misspelt one would have no effect otherwise.

const PAGE = ['limit', 'starting_after', 'ending_before'];

/** The parameters of a list. */
const LISTED: Record<string, string[]> = {
  customers: ['email', 'created'],
  products: ['active', 'ids', 'created', 'shippable', 'url'],
  prices: ['active', 'currency', 'product', 'type', 'lookup_keys', 'created'],
  subscriptions: ['customer', 'status', 'price', 'collection_method', 'created'],
  subscription_items: ['subscription'],
  invoices: ['customer', 'status', 'subscription', 'collection_method', 'created', 'due_date'],
  events: ['type', 'types', 'delivery_success', 'created'],
};

const BOOLEANS = ['active', 'cancel_at_period_end', 'shippable', 'delivery_success'];
const SUBSCRIPTION_STATUSES =
  'active all canceled ended incomplete incomplete_expired past_due paused trialing unpaid'.split(' ');

/** What a POST that creates cannot be without. */
const REQUIRED: Record<string, string[]> = {
  products: ['name'],
  prices: ['currency', 'product', 'unit_amount'],
  subscriptions: ['customer', 'items'],
  'billing_portal/sessions': ['customer'],
};

/** The parameters of a POST: to create, and to change. */
const POSTED: Record<string, [create: string[], change: string[]]> = {
  customers: [
    ['name', 'email', 'description', 'metadata'],
    ['name', 'email', 'description', 'metadata'],
  ],
  products: [
    ['name', 'metadata'],
    ['name', 'metadata'],
  ],
  prices: [['product', 'currency', 'unit_amount', 'recurring', 'metadata'], []],
  subscriptions: [
    ['customer', 'items', 'trial_period_days', 'metadata'],
    ['cancel_at_period_end', 'metadata'],
  ],
  'billing_portal/sessions': [['customer', 'return_url'], []],
};

const METADATA = { keys: 50, key: 40, value: 500 };

function known(method: string, name: string, id: string | undefined) {
  if (method === 'GET') return id ? [] : [...PAGE, ...(LISTED[name] ?? [])];
  const [create, change] = POSTED[name] ?? [[], []];
  return method === 'POST' ? (id ? change : create) : [];
}

function checkMetadata(metadata: Fields) {
  const entries = Object.entries(metadata);
  if (entries.length > METADATA.keys) throw new StripeFailure(400, `You can only have ${METADATA.keys} metadata keys.`);
  for (const [key, value] of entries)
    if (key.length > METADATA.key || String(value).length > METADATA.value)
      throw new StripeFailure(400, 'Metadata keys have at most 40, values at most 500 characters.', {
        param: 'metadata',
      });
}

function checkValues(name: string, fields: Fields) {
  for (const [param, value] of Object.entries(fields)) {
    const invalid = (message: string) => new StripeFailure(400, message, { param });
    if (BOOLEANS.includes(param) && value !== 'true' && value !== 'false') throw invalid(`Invalid boolean: ${value}`);
    if (param === 'ids' && !Array.isArray(value)) throw invalid('Invalid array');
    if (param === 'unit_amount' && !/^\d{1,12}$/.test(String(value))) throw invalid(`Invalid integer: ${value}`);
    if (param === 'trial_period_days' && !/^\d{1,3}$/.test(String(value))) throw invalid(`Invalid integer: ${value}`);
    if (param === 'currency' && !/^[a-z]{3}$/i.test(String(value))) throw invalid(`Invalid currency: ${value}`);
    if (param === 'email' && value !== '' && !/^[^@\s]+@[^@\s]+$/.test(String(value)))
      throw invalid(`Invalid email address: ${value}`);
    if (param === 'status' && name === 'subscriptions' && !SUBSCRIPTION_STATUSES.includes(String(value)))
      throw invalid(`Invalid status: ${value}`);
  }
}

/** @throws StripeFailure as Stripe refuses parameters: 400 */
export function checkFields(method: string, name: string, id: string | undefined, fields: Fields) {
  const unknown = Object.keys(fields).find((field) => !known(method, name, id).includes(field));
  if (unknown)
    throw new StripeFailure(400, `Received unknown parameter: ${unknown}`, {
      code: 'parameter_unknown',
      param: unknown,
    });
  const required = method === 'POST' && !id ? REQUIRED[name] : name === 'subscription_items' && !id && ['subscription'];
  for (const param of required || [])
    if (fields[param] === undefined) throw new StripeFailure(400, `Missing required param: ${param}.`, { param });
  checkValues(name, fields);
  const { metadata, return_url, name: title } = fields;
  if (typeof metadata === 'object' && !Array.isArray(metadata)) checkMetadata(metadata);
  if (typeof title === 'string' && title.length > 256)
    throw new StripeFailure(400, 'Invalid string: it must be at most 256 characters.', { param: 'name' });
  if (typeof return_url === 'string' && !/^https?:/.test(return_url))
    throw new StripeFailure(400, 'Not a valid URL', { code: 'url_invalid', param: 'return_url' });
}
