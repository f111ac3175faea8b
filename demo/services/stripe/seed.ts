import type { Store } from './store.ts';
import { addItem } from './subscriptions.ts';

/** Products with their portal metadata; amounts in cents per month. */
const PRODUCTS = [
  ['website', 'Website Growth', { portal_kind: 'plan', portal_key: 'website', portal_tier: 'growth' }, 24_900],
  ['ops', 'Operations Essentials', { portal_kind: 'plan', portal_key: 'ops', portal_tier: 'essentials' }, 9_900],
  [
    'analytics',
    'Analytics Professional',
    { portal_kind: 'plan', portal_key: 'analytics', portal_tier: 'professional' },
    14_900,
  ],
  ['reviews', 'Review Requests', { portal_kind: 'addon', portal_key: 'review_requests' }, 2_900],
  ['locations', 'Additional Location', { portal_kind: 'addon', portal_key: 'location' }, 1_900],
] as const;
// The second location was added half a year ago.
const QUANTITY: Record<string, number> = { locations: 2 };
const INVOICES = 12;

interface Customer {
  id: string;
  clientId: string;
  name: string;
  now: Date;
}

const unix = (date: Date) => Math.floor(date.getTime() / 1000);

/** The tenth of the month, offset by `months` from `now`. */
function tenth(now: Date, months: number) {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 10));
}

/** Creates a customer with a monthly subscription and a year of invoices, relative to `now`, with stable ids. */
export function seedCustomer(store: Store, base: string, { id: customer, clientId, name, now }: Customer) {
  store.put('customers', { id: customer, name, email: null, metadata: { portal_client_id: clientId } });
  const prices = PRODUCTS.map(([id, productName, metadata, unit_amount]) => {
    store.put('products', { id: `prod_demo_${id}`, name: productName, metadata, active: true });
    const facts = {
      unit_amount,
      unit_amount_decimal: String(unit_amount),
      currency: 'usd',
      billing_scheme: 'per_unit',
      active: true,
    };
    const recurring = { interval: 'month', interval_count: 1, usage_type: 'licensed' };
    return store.put('prices', {
      id: `price_demo_${id}`,
      product: `prod_demo_${id}`,
      ...facts,
      recurring,
      type: 'recurring',
    });
  });

  const passed = now >= tenth(now, 0) ? 0 : -1;
  const begun = unix(tenth(now, passed - INVOICES + 1));
  const subscription = `sub_${customer}`;
  store.put('subscriptions', {
    id: subscription,
    created: begun,
    start_date: begun,
    customer,
    status: 'active',
    currency: 'usd',
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    metadata: {},
  });
  for (const [index, price] of prices.entries()) {
    const item = addItem(store, subscription, price, QUANTITY[PRODUCTS[index]?.[0] ?? ''] ?? 1);
    const period = { current_period_start: unix(tenth(now, passed)), current_period_end: unix(tenth(now, passed + 1)) };
    store.put('subscription_items', { ...item, ...period });
  }

  for (let index = 0; index < INVOICES; index++) {
    const created = tenth(now, passed - INVOICES + 1 + index);
    const locations = index < INVOICES / 2 ? 1 : 2;
    const total = PRODUCTS.reduce((sum, [id, , , amount]) => sum + amount * (id === 'locations' ? locations : 1), 0);
    const period = { start: unix(created), end: unix(tenth(now, passed - INVOICES + 2 + index)) };
    const lines = PRODUCTS.map(([id, description, , amount]) => {
      const quantity = id === 'locations' ? locations : 1;
      return { object: 'line_item', description, quantity, amount: amount * quantity, currency: 'usd', period };
    });
    const id = `in_${customer}_${created.toISOString().slice(0, 7).replace('-', '')}`;
    store.put('invoices', {
      id,
      created: unix(created),
      customer,
      number: `DEMO-${String(index + 1).padStart(4, '0')}`,
      status: 'paid',
      currency: 'usd',
      amount_due: total,
      amount_paid: total,
      amount_remaining: 0,
      subtotal: total,
      total,
      period_start: unix(tenth(now, passed - INVOICES + index)),
      period_end: unix(created),
      due_date: null,
      description: null,
      hosted_invoice_url: `${base}/i/${id}`,
      invoice_pdf: null,
      total_taxes: null,
      lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    });
  }
}
