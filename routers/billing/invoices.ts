import { z } from 'zod';
import { cursorsOf, KEY } from '../../server/lists/cursor.ts';
import { dataBytesOf, PAGED, rowsThatFit, setNext } from '../../server/lists/page.ts';
import { tenantProcedure } from '../../server/trpc/procedures.ts';
import { rest } from '../../server/trpc/rest.ts';
import { paging } from '../values/shapes.ts';
import { stripeClient, withStripe } from './stripe/client.ts';
import { customers } from './stripe/customers.ts';
import { invoicesOf } from './stripe/invoices.ts';

const { get } = rest('Billing', { whileSuspended: true });

const InvoiceQuery = z.object({
  ...paging(10, 100),
  // The limit is the length of a URL: without a Stripe customer any cursor gives an empty list.
  starting_after: z
    .string()
    .max(16_384)
    .meta({
      description: 'Cursor: the id of the last invoice of the previous page.',
      example: 'in_1QvKb2LkdIwHu7ixT8cYw3Zp',
    })
    .optional(),
});

const minor = (what: string, example = 24_900) =>
  z
    .number()
    .int()
    .meta({ description: `${what}, in the currency’s smallest unit.`, example });
const unix = (what: string, example = 1_770_681_600) =>
  z
    .number()
    .int()
    .meta({ description: `${what}, in Unix seconds.`, example });
const text = (description: string, example: string) =>
  z.string().nullable().default(null).meta({ description, example });

const currency = z.string().meta({ description: 'Currency, lower-case ISO 4217 code.', example: 'usd' });

const InvoiceLine = z
  .object({
    description: text('What is billed; null if nothing is said.', 'Website Growth (at $249.00 / month)'),
    quantity: z.number().nullable().default(null).meta({ description: 'Quantity, if the line has one.', example: 1 }),
    amount: minor('Amount before taxes and discounts of the invoice'),
    currency,
    period: z
      .object({ start: unix('First moment', 1_768_003_200), end: unix('Moment after the last') })
      .describe('What the line bills for.'),
  })
  .meta({ id: 'InvoiceLine', description: 'A line of an invoice.' });

const InvoiceTax = z
  .object({
    amount: minor('Amount of the tax', 1_992),
    taxable_amount: minor('What the tax is computed from').nullable().default(null),
    tax_behavior: z.string().nullable().default(null).meta({
      description: 'Whether the prices include the tax: `inclusive` or `exclusive`.',
      example: 'exclusive',
    }),
  })
  .meta({ id: 'InvoiceTax', description: 'A tax of an invoice, over all its lines.' });

/** The fields of a Stripe invoice that customers may see, under Stripe's names. Missing ones are null. */
const Invoice = z
  .object({
    id: z.string().meta({ description: 'Id of the invoice.', example: 'in_1QvKb2LkdIwHu7ixT8cYw3Zp' }),
    object: z.literal('invoice').describe('Always `invoice`.'),
    number: text('Invoice number; null for a draft.', 'HDS-0012'),
    status: text('Status: `draft`, `open`, `paid`, `uncollectible` or `void`.', 'paid'),
    currency,
    amount_due: minor('Amount due'),
    amount_paid: minor('Amount paid'),
    amount_remaining: minor('Amount still to pay', 0),
    subtotal: minor('Total before discounts and taxes'),
    total: minor('Total'),
    total_taxes: z.array(InvoiceTax).nullable().default(null).describe('The taxes in it; null without any.'),
    lines: z
      .object({
        data: z.array(InvoiceLine).describe('The lines, as many as Stripe sends with an invoice.'),
        has_more: z.boolean().default(false).describe('Whether the invoice has further lines; its page lists them.'),
      })
      .default({ data: [], has_more: false })
      .describe('What the invoice bills.'),
    paid: z.boolean().describe('Whether the invoice is paid.'),
    created: unix('Time of creation'),
    period_start: unix('Start of the billing period', 1_768_003_200),
    period_end: unix('End of the billing period'),
    due_date: unix('Due date; null for immediate charges').nullable().default(null),
    description: text('Note on the invoice; null for none.', 'Website Growth, monthly'),
    hosted_invoice_url: text('URL of the invoice page; null for a draft.', 'https://invoice.stripe.com/i/acct_1/in_1'),
    invoice_pdf: text('URL of the PDF; null for a draft.', 'https://pay.stripe.com/invoice/acct_1/in_1/pdf'),
  })
  .meta({ id: 'Invoice', description: 'An invoice.' });

const Invoices = z.array(Invoice);

// Stripe pages after the id of an invoice.
const cursors = cursorsOf('invoices', [KEY.text]);

export const invoiceProcedures = {
  invoices: tenantProcedure
    .meta(
      get('/billing/invoices', 'List invoices', {
        description: 'The invoices of the organization, newest first; an empty list without a Stripe customer.',
        returns: 'The invoices, newest first.',
        ...PAGED,
      }),
    )
    .input(InvoiceQuery)
    .output(Invoices)
    .query(async ({ ctx, input }) => {
      const { deps, tenant } = ctx;
      const [after] = cursors.read(input.after) ?? [];
      const startingAfter = after === undefined ? input.starting_after : String(after);
      const stripe = deps.use(stripeClient);
      const customer = stripe && (await deps.use(customers).customerOf(tenant.clientId));
      const { invoices, more } =
        stripe && customer
          ? await withStripe(invoicesOf(stripe, { customer, limit: input.limit, startingAfter }))
          : { invoices: [], more: false };
      const shown = rowsThatFit(Invoices.parse(invoices), dataBytesOf(ctx.request));
      const last = shown.at(-1);
      const follow = more || shown.length < invoices.length;
      setNext(ctx, input, follow && last?.id ? cursors.write([last.id]) : undefined);
      return shown;
    }),
};
