import type { Store, Thing } from './store.ts';
import { itemsOf } from './subscriptions.ts';

const escaped = (text: unknown) =>
  String(text ?? '').replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
const day = (seconds: unknown) => new Date(Number(seconds) * 1000).toISOString().slice(0, 10);
const money = (minor: unknown, currency: unknown) =>
  `${(Number(minor) / 100).toFixed(2)} ${escaped(currency).toUpperCase()}`;

function itemRow(store: Store, { price, quantity }: Thing) {
  const { product, unit_amount, currency, recurring } = price as Thing;
  const { interval } = (recurring ?? {}) as { interval?: string };
  const { name } = store.get('products', String(product));
  return `<li>${escaped(name)}: ${Number(quantity)} × ${money(unit_amount, currency)} per ${escaped(interval)}</li>`;
}

function subscriptionPart(store: Store, subscription: Thing) {
  const items = itemsOf(store, subscription.id);
  const cancels = Boolean(subscription.cancel_at_period_end);
  const end = day(items[0]?.current_period_end);
  return `<h2>Subscription, ${escaped(subscription.status)}</h2><ul>${items.map((item) => itemRow(store, item)).join('')}</ul>
<p>${cancels ? 'Ends' : 'Renews'} on ${end}.</p>
<form method="post"><input type="hidden" name="subscription" value="${escaped(subscription.id)}">
<button name="cancel_at_period_end" value="${!cancels}">${cancels ? 'Keep the subscription' : 'Cancel at the end of the period'}</button></form>`;
}

const invoiceRow = ({ number, created, total, currency, status }: Thing) =>
  `<tr><td>${escaped(number)}<td>${day(created)}<td>${money(total, currency)}<td>${escaped(status)}</tr>`;

/** A plain stand-in for Stripe's customer portal. */
export function portalPage(store: Store, session: Thing) {
  const own = (thing: Thing) => thing.customer === session.customer;
  const { name } = store.get('customers', String(session.customer));
  const subscriptions = store.all('subscriptions').filter((one) => own(one) && one.status !== 'canceled');
  const invoices = store.all('invoices').filter(own).reverse();
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Billing (demo)</title>
<body style="font: 16px/1.5 system-ui; max-width: 42rem; margin: 3rem auto; padding: 0 1rem">
<h1>${escaped(name)}</h1><p>This page stands in for Stripe’s billing portal. Nothing is charged here.</p>
${subscriptions.map((one) => subscriptionPart(store, one)).join('') || '<p>No subscription.</p>'}
<h2>Invoices</h2><table cellpadding="6">${invoices.map(invoiceRow).join('')}</table>
<p><a href="${escaped(session.return_url)}">Back to the portal</a></p></body></html>`;
}

/** The page of one invoice. */
export function invoicePage(store: Store, invoice: Thing) {
  const { name } = store.get('customers', String(invoice.customer));
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Invoice ${escaped(invoice.number)}</title>
<body style="font: 16px/1.5 system-ui; max-width: 42rem; margin: 3rem auto; padding: 0 1rem">
<h1>Invoice ${escaped(invoice.number)}</h1><p>${escaped(name)}, ${day(invoice.created)}</p>
<p>${money(invoice.total, invoice.currency)}, ${escaped(invoice.status)}. This is a demonstration: nothing was charged.</p>
</body></html>`;
}
