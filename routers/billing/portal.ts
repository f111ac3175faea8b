import { z } from 'zod';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { Nothing } from '../shapes.ts';
import { billingAway, stripeClient, withStripe } from './stripe/client.ts';
import { customers } from './stripe/customers.ts';
import { openPortalSession } from './stripe/portal-session.ts';

const { post } = rest('Billing');

export const portalProcedures = {
  portal: tenantProcedure
    .meta(post('/billing/portal', 'Open a session at the payment provider, to manage subscription and invoices'))
    .input(Nothing)
    .output(z.object({ url: z.url({ protocol: /^https?$/ }) }))
    .mutation(async ({ ctx: { deps, tenant: client } }) => {
      const stripe = deps.use(stripeClient);
      if (!stripe) throw billingAway();
      // Nothing that a caller sends says where Stripe leads back to.
      const visit = { client, returnUrl: `${deps.env.PUBLIC_URL}/billing` };
      return { url: await withStripe(openPortalSession(stripe, deps.use(customers), visit)) };
    }),
};
