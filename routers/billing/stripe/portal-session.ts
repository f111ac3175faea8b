import type Stripe from 'stripe';
import { isMissing } from './client.ts';
import type { Customers } from './customers.ts';

interface SessionRequest {
  client: { clientId: string; name: string };
  returnUrl: string;
}

/** Creates a portal session and returns its URL; creates the customer when it is missing or was deleted in Stripe. */
export async function openPortalSession(stripe: Stripe, customers: Customers, { client, returnUrl }: SessionRequest) {
  const open = async (customer: string) =>
    (await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })).url;

  const customer = await customers.ensure(stripe, client);
  return open(customer).catch(async (error) => {
    if (!isMissing(error, 'customer')) throw error;
    return open(await customers.ensure(stripe, client, customer));
  });
}
