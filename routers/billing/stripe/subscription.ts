import type { BilledItem } from '../../../db/schema/billing.ts';
import { PortalError } from '../../../server/errors.ts';
import { minorPerMonth, toCents, toMajor } from './money.ts';
import { PLANS, type Plan } from './products.ts';

export interface Stored {
  status: string;
  items: BilledItem[];
  currentPeriodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
}

const NO_SUBSCRIPTION: Stored = { status: 'none', items: [], currentPeriodEnd: null, cancelAtPeriodEnd: false };

const FREQUENCY: Record<string, string> = {
  'day 1': 'daily',
  'week 1': 'weekly',
  'month 1': 'monthly',
  'month 3': 'quarterly',
  'month 6': 'half_yearly',
  'month 12': 'yearly',
  'year 1': 'yearly',
};

const frequencyOf = ({ interval, intervalCount }: BilledItem) =>
  FREQUENCY[`${interval} ${intervalCount}`] ?? `every_${intervalCount}_${interval}s`;

function frequency(items: BilledItem[]) {
  const [first = 'none', ...others] = new Set(items.map(frequencyOf));
  return others.length > 0 ? 'mixed' : first;
}

function onlyCurrency(items: BilledItem[]) {
  const [first = 'usd', ...others] = [...new Set(items.map(({ currency }) => currency))].sort();
  if (others.length > 0)
    throw new PortalError(
      'INVALID_TRANSITION',
      `The subscription is billed in several currencies (${[first, ...others].join(', ')}) and has no total. Please see the invoices.`,
    );
  return first;
}

/** Splits a bundle's price equally among the plans; the remainder goes to the first. */
function shareOf(amount: number, index: number) {
  const share = Math.trunc(amount / PLANS.length);
  return index === 0 ? amount - share * (PLANS.length - 1) : share;
}

/**
 * The subscription in responses. Amounts are in major units per billing period, or per month when items have different
 * intervals; `totalMRR` is the monthly total with two decimals.
 *
 * @throws INVALID_TRANSITION when items are billed in several currencies
 */
export function toSubscription({ status, items, currentPeriodEnd, cancelAtPeriodEnd }: Stored = NO_SUBSCRIPTION) {
  const currency = onlyCurrency(items);
  const billingFrequency = frequency(items);
  const shown = (minor: number) => toMajor(minor, currency);
  const amountOf = (item: BilledItem) => (billingFrequency === 'mixed' ? minorPerMonth([item]) : item.amount);
  const ofKind = (kind: BilledItem['kind']) => items.filter((item) => item.kind === kind);
  const bundles = ofKind('bundle');

  const plan = (key: Plan, index: number) => {
    const own = ofKind('plan').filter((item) => item.key === key);
    const [first] = [...own, ...bundles];
    const parts = [...own.map(amountOf), ...bundles.map((bundle) => shareOf(amountOf(bundle), index))];
    return {
      tier: first?.tier ?? 'none',
      displayName: first?.name ?? 'No plan',
      amount: shown(parts.reduce((sum, part) => sum + part, 0)),
    };
  };
  const addons = Map.groupBy(ofKind('addon'), ({ key }) => key);

  return {
    plans: { website: plan('website', 0), ops: plan('ops', 1), analytics: plan('analytics', 2) },
    bundleKey: bundles[0]?.key ?? null,
    addons: [...addons].map(([key, same]) => ({
      key,
      displayName: same[0]?.name ?? key,
      amount: shown(same.reduce((sum, item) => sum + amountOf(item), 0)),
    })),
    totalMRR: toCents(minorPerMonth(items), currency),
    status,
    billingFrequency,
    currentPeriodEnd,
    cancelAtPeriodEnd,
  };
}
