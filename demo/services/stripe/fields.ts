import { StripeFailure } from './failure.ts';
import type { Fields } from './form.ts';

// Stripe refuses parameters that it does not know: a misspelt one would have no effect otherwise.

const PAGE = ['limit', 'starting_after', 'ending_before'];
const LISTED = [...PAGE, 'customer', 'subscription', 'status', 'active', 'ids'];

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
  if (method === 'GET') return id ? [] : LISTED;
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

/** @throws StripeFailure as Stripe refuses parameters: 400 */
export function checkFields(method: string, name: string, id: string | undefined, fields: Fields) {
  const unknown = Object.keys(fields).find((field) => !known(method, name, id).includes(field));
  if (unknown)
    throw new StripeFailure(400, `Received unknown parameter: ${unknown}`, {
      code: 'parameter_unknown',
      param: unknown,
    });
  const { metadata, return_url, name: title } = fields;
  if (typeof metadata === 'object' && !Array.isArray(metadata)) checkMetadata(metadata);
  if (typeof title === 'string' && title.length > 256)
    throw new StripeFailure(400, 'Invalid string: it must be at most 256 characters.', { param: 'name' });
  if (typeof return_url === 'string' && !/^https?:/.test(return_url))
    throw new StripeFailure(400, 'Not a valid URL', { code: 'url_invalid', param: 'return_url' });
}
