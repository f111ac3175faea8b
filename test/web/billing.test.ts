import { afterAll, expect, it } from 'vitest';
import { billingCustomers } from '../../db/schema/index.ts';
import { toMajor } from '../../routers/billing/stripe/money.ts';
import { fromMinorUnits } from '../../web/parts/minor-units.ts';
import { siteForThisFile } from '../helpers/browser.ts';
import { openStripeAccount } from '../helpers/stripe.ts';

const stripe = await openStripeAccount();
afterAll(() => stripe.close());
const site = siteForThisFile(stripe.variables);

it('amounts are shown in the currency of the invoices, with the decimals that Stripe counts in', async () => {
  const { page, faults } = await site.open();
  const person = await site.portal().register();
  const customer = stripe.customer(person.orgId);
  const { accounts } = site.portal().deps.database;
  await accounts.insert(billingCustomers).values({ orgId: person.orgId, stripeCustomerId: customer });
  for (const [created, currency] of ['eur', 'jpy', 'kwd', 'huf'].entries())
    stripe.invoice(customer, { created: 1_770_000_000 - created, currency, total: 499_900 });
  await site.enter(page, person);
  await page.goto('/billing');
  const rows = page.getByRole('table', { name: 'Invoices' }).locator('tbody tr');
  await rows.first().waitFor();
  const amounts = await rows.locator('td:last-child').allInnerTexts();

  expect(amounts.map((amount) => amount.replaceAll(/\s/g, ' '))).toEqual([
    '€4,999.00',
    '¥499,900',
    'KWD 499.900',
    'HUF 4,999',
  ]);
  // Without a subscription.
  expect(await page.getByText('€0.00').count()).toBeGreaterThan(0);
  expect(await page.getByText('No plan has been booked.').count()).toBe(1);
  expect(await page.getByText('No plan', { exact: true }).count()).toBe(0);
  expect(faults).toEqual([]);
});

it('the pages know the decimals of every currency as the portal does', () => {
  const currencies = Intl.supportedValuesOf('currency').map((name) => name.toLowerCase());

  const shown = currencies.map((currency) => [currency, fromMinorUnits(1000, currency)]);

  expect(shown).toEqual(currencies.map((currency) => [currency, toMajor(1000, currency)]));
});
