import type Stripe from 'stripe';
import { isMissing } from './client.ts';
import type { CustomerBook } from './customers.ts';

interface Visit {
  client: { clientId: string; name: string };
  returnUrl: string;
}

/** The address of Stripe's portal for a client; a customer is made where there is none, or where Stripe lost the one there was. */
export async function openPortalSession(stripe: Stripe, customers: CustomerBook, { client, returnUrl }: Visit) {
  const open = async (customer: string) =>
    (await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })).url;

  const customer = await customers.ensure(stripe, client);
  return open(customer).catch(async (error) => {
    if (!isMissing(error, 'customer')) throw error;
    return open(await customers.ensure(stripe, client, customer));
  });
}
