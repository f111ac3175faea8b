// https://docs.stripe.com/currencies. `Intl` differs: for it, forints and others have no decimals.
const NO_DECIMALS = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ');
const THREE_DECIMALS = ['bhd', 'jod', 'kwd', 'omr', 'tnd'];

const decimalsOf = (currency: string) =>
  NO_DECIMALS.includes(currency) ? 0 : THREE_DECIMALS.includes(currency) ? 3 : 2;

/** An amount of Stripe, which counts in the smallest unit: 4999 of `usd` is 49.99, 4999 of `jpy` is 4999. */
export const fromMinorUnits = (amount: number, currency: string) => amount / 10 ** decimalsOf(currency);
