import { checkAccount, checkProducts } from './check.ts';
import { isStripeError, openStripe } from './client.ts';

// `npm run stripe:check` lists the products of the account at STRIPE_SECRET_KEY with their roles in the portal. It is
// read-only. Exit code 1 means problems, 2 an unreadable account.

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
  const accountProblems = [
    ...checkAccount(products, prices),
    ...(checked.length > 0 ? [] : ['The account has no active product.']),
  ];

  for (const { id, name, becomes, prices, problems } of checked) {
    process.stdout.write(`${problems.length > 0 ? '✗' : '✓'} ${name} (${id})  →  ${becomes}\n`);
    for (const price of prices) process.stdout.write(`    ${price}\n`);
    for (const problem of problems) process.stdout.write(`    ! ${problem}\n`);
  }
  for (const sentence of accountProblems) process.stdout.write(`! ${sentence}\n`);
  const found = accountProblems.length + checked.flatMap(({ problems }) => problems).length;
  process.stdout.write(`${checked.length} products, ${found} problems.\n`);
  process.exitCode = found > 0 ? 1 : 0;
} catch (error) {
  // Stripe's messages can quote the key.
  const what = isStripeError(error) ? `${error.type}, status ${error.statusCode ?? 'none'}` : 'internal error';
  process.stderr.write(`The account could not be read: ${what}.\n`);
  process.exitCode = 2;
}
