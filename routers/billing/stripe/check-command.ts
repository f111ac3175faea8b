import Stripe from 'stripe';
import { checkAccount, checkProducts } from './check.ts';
import { openStripe } from './client.ts';

// `npm run stripe:check` reads the products of the account at STRIPE_SECRET_KEY and says what each would be in the
// portal. It changes nothing. Its exit code is 1 when something is amiss, 2 when the account cannot be read.

const MOST = 1000;

const { STRIPE_SECRET_KEY, STRIPE_API_BASE = 'https://api.stripe.com' } = process.env;
if (!URL.canParse(STRIPE_API_BASE)) {
  process.stderr.write('STRIPE_API_BASE must be an http or https URL.\n');
  process.exit(2);
}
const stripe = openStripe({ STRIPE_SECRET_KEY, STRIPE_API_BASE });
if (!stripe) {
  process.stderr.write('Usage: STRIPE_SECRET_KEY=sk_… npm run stripe:check\n');
  process.exit(2);
}

try {
  const products = await stripe.products.list({ active: true, limit: 100 }).autoPagingToArray({ limit: MOST });
  const prices = await stripe.prices.list({ active: true, limit: 100 }).autoPagingToArray({ limit: MOST });
  const checked = checkProducts(products, prices);
  const amiss = [
    ...checkAccount(products, prices),
    ...(checked.length > 0 ? [] : ['The account has no active product.']),
  ];

  for (const { id, name, becomes, prices, problems } of checked) {
    process.stdout.write(`${problems.length > 0 ? '✗' : '✓'} ${name} (${id})  →  ${becomes}\n`);
    for (const price of prices) process.stdout.write(`    ${price}\n`);
    for (const problem of problems) process.stdout.write(`    ! ${problem}\n`);
  }
  for (const sentence of amiss) process.stdout.write(`! ${sentence}\n`);
  const found = amiss.length + checked.flatMap(({ problems }) => problems).length;
  process.stdout.write(`${checked.length} products, ${found} problems.\n`);
  process.exitCode = found > 0 ? 1 : 0;
} catch (error) {
  // Stripe's own words can quote the key.
  const what =
    error instanceof Stripe.errors.StripeError
      ? `${error.type}, status ${error.statusCode ?? 'none'}`
      : 'an error of ours';
  process.stderr.write(`The account could not be read: ${what}.\n`);
  process.exitCode = 2;
}
