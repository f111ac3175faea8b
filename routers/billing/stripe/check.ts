import type Stripe from 'stripe';
import { toMajor } from './money.ts';
import { PLANS, productRole } from './products.ts';

export interface Checked {
  id: string;
  name: string;
  /** Its role in the portal. */
  becomes: string;
  prices: string[];
  problems: string[];
}

function priceOf({ unit_amount, currency, recurring }: Stripe.Price) {
  const every = recurring ? `${recurring.interval_count} ${recurring.interval}` : 'once';
  return `${unit_amount === null ? 'metered' : `${toMajor(unit_amount, currency)} ${currency}`} / ${every}`;
}

function problemsOf({ id, currency, recurring, billing_scheme, unit_amount }: Stripe.Price) {
  const fixed = billing_scheme === 'per_unit' && unit_amount !== null && recurring?.usage_type !== 'metered';
  return [
    ...(recurring ? [] : [`${id} is not a recurring price`]),
    ...(fixed ? [] : [`${id} (${currency}) has no fixed amount: only fixed parts are shown`]),
  ];
}

/** The role of each product of an account in the portal, with its problems. */
export function checkProducts(products: Stripe.Product[], prices: Stripe.Price[]): Checked[] {
  return products.map((product) => {
    const own = prices.filter((price) => price.product === product.id);
    const result = productRole(product);
    const { kind, key, tier } = 'role' in result ? result.role : { kind: 'addon', key: product.id, tier: null };
    return {
      id: product.id,
      name: product.name,
      becomes: [kind, key, tier].filter(Boolean).join(' '),
      prices: own.map(priceOf),
      problems: [
        ...('problem' in result ? [result.problem] : []),
        ...(own.length > 0 ? [] : ['has no active price']),
        ...own.flatMap(problemsOf),
      ],
    };
  });
}

/** The problems of the account as a whole. */
export function checkAccount(products: Stripe.Product[], prices: Stripe.Price[]): string[] {
  const currencies = [...new Set(prices.map(({ currency }) => currency))].sort();
  const keys = products.flatMap((product) => {
    const result = productRole(product);
    return 'role' in result && result.role.kind === 'plan' ? [result.role.key] : [];
  });
  const bundled = products.some(
    (product) => 'role' in productRole(product) && product.metadata.portal_kind === 'bundle',
  );
  const unsold = bundled ? [] : PLANS.filter((plan) => !keys.includes(plan));
  return [
    ...(currencies.length > 1
      ? [`Prices are in several currencies (${currencies.join(', ')}): one customer must not have two of them.`]
      : []),
    ...(unsold.length > 0 ? [`No product is a plan for ${unsold.join(', ')}.`] : []),
  ];
}
