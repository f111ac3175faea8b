import { z } from 'zod';
import { tenantProcedure } from '../../server/trpc/ladder.ts';
import { rest } from '../../server/trpc/rest.ts';
import { stripeClient, withStripe } from './stripe/client.ts';
import { customers } from './stripe/customers.ts';
import { invoicesOf } from './stripe/invoices.ts';

const { get } = rest('Billing');

const Page = z.object({
  limit: z.number().int().min(1).max(100).default(10),
  // As long as an address can be: without a customer there is nothing, whatever the cursor.
  starting_after: z.string().max(16_384).optional().meta({ description: 'The id of the last invoice seen.' }),
});

const Minor = z.number().int().meta({ description: 'In the currency’s smallest unit, as Stripe has it.' });
const Unix = z.number().int().meta({ description: 'Unix seconds.' });

/** What is passed on of Stripe's invoice, under Stripe's names. What it lacks is null. */
const Invoice = z.object({
  id: z.string(),
  object: z.literal('invoice'),
  number: z.string().nullable().default(null),
  status: z.string().nullable().default(null),
  currency: z.string(),
  amount_due: Minor,
  amount_paid: Minor,
  amount_remaining: Minor,
  subtotal: Minor,
  total: Minor,
  paid: z.boolean(),
  created: Unix,
  period_start: Unix,
  period_end: Unix,
  due_date: Unix.nullable().default(null),
  description: z.string().nullable().default(null),
  hosted_invoice_url: z.string().nullable().default(null),
  invoice_pdf: z.string().nullable().default(null),
});

export const invoiceProcedures = {
  invoices: tenantProcedure
    .meta(get('/billing/invoices', 'The organization’s invoices, newest first', { errors: ['INVALID_CURSOR'] }))
    .input(Page)
    .output(z.array(Invoice))
    .query(async ({ ctx: { deps, tenant, reply }, input: { limit, starting_after: startingAfter } }) => {
      const stripe = deps.use(stripeClient);
      const customer = stripe && (await deps.use(customers).ofClient(tenant.clientId));
      const { invoices, more } =
        stripe && customer
          ? await withStripe(invoicesOf(stripe, { customer, limit, startingAfter }))
          : { invoices: [], more: false };
      reply.header('X-Has-More', String(more));
      return invoices;
    }),
};
