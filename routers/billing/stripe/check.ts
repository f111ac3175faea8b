import type Stripe from 'stripe';
import { toMajor } from './money.ts';
import { meaningOf, PLANS } from './products.ts';

export interface Checked {
  id: string;
  name: string;
  /** What it would be in the portal, or what is wrong. */
  becomes: string;
  prices: string[];
  problems: string[];
}

function priceOf({ unit_amount, currency, recurring }: Stripe.Price) {
  const every = recurring ? `${recurring.interval_count} ${recurring.interval}` : 'once';
  return `${unit_amount === null ? 'by use' : `${toMajor(unit_amount, currency)} ${currency}`} / ${every}`;
}

function problemsOf({ id, currency, recurring, billing_scheme, unit_amount }: Stripe.Price) {
  const fixed = billing_scheme === 'per_unit' && unit_amount !== null && recurring?.usage_type !== 'metered';
  return [
    ...(recurring ? [] : [`${id} is no recurring price`]),
    ...(fixed ? [] : [`${id} (${currency}) has no fixed amount: only fixed parts are shown`]),
  ];
}

/** What each product of an account would be in the portal, and what stands in the way of it. */
export function checkProducts(products: Stripe.Product[], prices: Stripe.Price[]): Checked[] {
  return products.map((product) => {
    const own = prices.filter((price) => price.product === product.id);
    const meaning = meaningOf(product);
    const { kind, key, tier } = 'meant' in meaning ? meaning.meant : { kind: 'addon', key: product.id, tier: null };
    return {
      id: product.id,
      name: product.name,
      becomes: [kind, key, tier].filter(Boolean).join(' '),
      prices: own.map(priceOf),
      problems: [
        ...('problem' in meaning ? [meaning.problem] : []),
        ...(own.length > 0 ? [] : ['has no active price']),
        ...own.flatMap(problemsOf),
      ],
    };
  });
}

/** What is wrong with the account as a whole. */
export function checkAccount(products: Stripe.Product[], prices: Stripe.Price[]): string[] {
  const currencies = [...new Set(prices.map(({ currency }) => currency))].sort();
  const keys = products.flatMap((product) => {
    const meaning = meaningOf(product);
    return 'meant' in meaning && meaning.meant.kind === 'plan' ? [meaning.meant.key] : [];
  });
  const bundled = products.some(
    (product) => 'meant' in meaningOf(product) && product.metadata.portal_kind === 'bundle',
  );
  const unsold = bundled ? [] : PLANS.filter((plan) => !keys.includes(plan));
  return [
    ...(currencies.length > 1
      ? [`Prices are in several currencies (${currencies.join(', ')}): one customer must not have two of them.`]
      : []),
    ...(unsold.length > 0 ? [`No product is a plan for ${unsold.join(', ')}.`] : []),
  ];
}
