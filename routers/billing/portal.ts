import { z } from 'zod';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { recordUsage } from '../records/record-usage.ts';
import { Nothing } from '../values/shapes.ts';
import { billingUnavailable, stripeClient, withStripe } from './stripe/client.ts';
import { customers } from './stripe/customers.ts';
import { openPortalSession } from './stripe/portal-session.ts';

const { post } = rest('Billing', { whileSuspended: true, support: 'never' });

const PortalSession = z
  .object({
    url: z.url({ protocol: /^https?$/ }).meta({
      description: 'URL of the session; open it in the browser within a few minutes.',
      example: 'https://billing.stripe.com/p/session/live_YWNjdF8x',
    }),
  })
  .meta({ id: 'BillingPortalSession', description: 'A session of the billing portal.' });

export const portalProcedures = {
  portal: tenantProcedure
    .meta(
      post('/billing/portal', 'Create a billing portal session', {
        description:
          'Creates a session of Stripe’s customer portal, where members manage the subscription, payment methods and invoices.',
        returns: 'The URL of the session.',
        // Its URL soon expires: a repeated one would be dead.
        creates: false,
      }),
    )
    .input(Nothing)
    .output(PortalSession)
    .mutation(async ({ ctx }) => {
      const { deps, tenant: client } = ctx;
      const stripe = deps.use(stripeClient);
      if (!stripe) throw billingUnavailable();
      // The return URL is fixed: a caller must not choose where Stripe redirects to.
      const visit = { client, returnUrl: `${deps.env.APP_URL}/billing` };
      const url = await withStripe(openPortalSession(stripe, deps.use(customers), visit));
      await recordUsage(ctx, 'billing_portal_opened');
      return { url };
    }),
};
