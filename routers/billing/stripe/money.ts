import type { BilledItem } from '../../../db/schema/billing.ts';

// https://docs.stripe.com/currencies: amounts come in the smallest unit. ISK and UGX have no subunit,
// but keep two decimals in the API.
const NO_DECIMALS = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));
const THREE_DECIMALS = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd']);

const decimalsOf = (currency: string) => (NO_DECIMALS.has(currency) ? 0 : THREE_DECIMALS.has(currency) ? 3 : 2);

/** Converts minor units to major units: 4999 of `usd` is 49.99, 4999 of `jpy` is 4999. */
export const toMajor = (minor: number, currency: string) => minor / 10 ** decimalsOf(currency);

// A year has 12 months, 52 weeks and 365 days.
const PER_YEAR: Record<BilledItem['interval'], bigint> = { year: 1n, month: 12n, week: 52n, day: 365n };

type Billed = Pick<BilledItem, 'amount' | 'interval' | 'intervalCount'>;

/** The monthly price of the items in minor units: summed exactly, rounded once, half up. */
export function minorPerMonth(items: readonly Billed[]): number {
  let [numerator, denominator] = [0n, 1n];
  for (const { amount, interval, intervalCount } of items) {
    const [more, of] = [BigInt(amount) * PER_YEAR[interval], 12n * BigInt(intervalCount)];
    [numerator, denominator] = [numerator * of + more * denominator, denominator * of];
  }
  return Number((2n * numerator + denominator) / (2n * denominator));
}

/** Converts minor units to major units with at most two decimals, also for three-decimal currencies. */
export const toCents = (minor: number, currency: string) =>
  decimalsOf(currency) === 3 ? Math.round(minor / 10) / 100 : toMajor(minor, currency);
