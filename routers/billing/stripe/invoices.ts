import type Stripe from 'stripe';
import { PortalError } from '../../../server/errors.ts';
import { isMissing } from './client.ts';

interface InvoicePage {
  customer: string;
  limit: number;
  startingAfter: string | undefined;
}

const idOf = (customer: Stripe.Invoice['customer']) => (typeof customer === 'string' ? customer : customer?.id);

/** A cursor must be an invoice of the customer; foreign and unknown ids are refused alike. */
async function checkCursor(stripe: Stripe, customer: string, cursor: string) {
  const unknown = new PortalError('INVALID_CURSOR');
  if (!/^\w{1,255}$/.test(cursor)) throw unknown;
  const invoice = await stripe.invoices.retrieve(cursor).catch((error) => {
    throw isMissing(error) ? unknown : error;
  });
  if (idOf(invoice.customer) !== customer) throw unknown;
}

/**
 * One page of a customer's invoices, newest first; none for a customer that was deleted in Stripe.
 *
 * @throws INVALID_CURSOR
 */
export async function invoicesOf(stripe: Stripe, { customer, limit, startingAfter }: InvoicePage) {
  if (startingAfter !== undefined) await checkCursor(stripe, customer, startingAfter);
  const after = startingAfter === undefined ? {} : { starting_after: startingAfter };
  const { data, has_more } = await stripe.invoices.list({ customer, limit, ...after }).catch((error) => {
    if (isMissing(error, 'customer')) return { data: [] as Stripe.Invoice[], has_more: false };
    throw error;
  });
  return { invoices: data.map((invoice) => ({ ...invoice, paid: invoice.status === 'paid' })), more: has_more };
}
