import { describe, expect, it } from 'vitest';
import { customers } from '../../routers/billing/stripe/customers.ts';
import { portalForThisTest } from '../helpers/portal.ts';
import { billingForThisFile, plan } from '../helpers/stripe.ts';
import { outcome } from '../helpers/wire.ts';

const { portal, stripe, subscriber } = billingForThisFile();

const subscribed = () => subscriber([{ metadata: plan('website') }]);
const idsOf = (response: { json: () => { id: string }[] }) => response.json().map(({ id }) => id);

/** Someone with so many invoices, the newest first. */
async function billed(count: number) {
  const { person, customer } = await subscribed();
  const ids = Array.from({ length: count }, (_, index) => stripe.invoice(customer, { created: 1_700_000_000 + index }));
  return { person, customer, ids: ids.reverse() };
}

describe('GET /api/billing/invoices', () => {
  it('ends a page of long invoices before 256 KiB, and goes on after it', async () => {
    const { person, customer } = await subscribed();
    const period = { start: 1_770_000_000, end: 1_772_000_000 };
    const line = { description: 'x'.repeat(500), quantity: 1, amount: 1, currency: 'usd', period };
    const lines = { object: 'list', has_more: false, url: '/v1/x', data: Array(10).fill(line) };
    const ids = Array.from({ length: 60 }, (_, n) => stripe.invoice(customer, { created: 1_700_000_000 + n, lines }));

    const first = await person.get('/api/billing/invoices?limit=100');
    const next = await person.get(/^<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '');

    expect([first.statusCode, first.headers['x-has-more']]).toEqual([200, 'true']);
    expect([next.statusCode, next.headers['x-has-more']]).toEqual([200, 'false']);
    expect([...idsOf(first), ...idsOf(next)]).toEqual(ids.reverse());
  });

  it('returns Stripe’s fields for customers and no others', async () => {
    const { person, customer } = await subscribed();
    const shown = {
      number: 'A-0001',
      status: 'open',
      currency: 'usd',
      amount_due: 4999,
      amount_paid: 0,
      amount_remaining: 4999,
      subtotal: 4500,
      total: 4999,
      created: 1_771_000_000,
      period_start: 1_770_000_000,
      period_end: 1_772_000_000,
      due_date: 1_773_000_000,
      description: 'March',
      hosted_invoice_url: 'https://invoice.stripe.com/i/1',
      invoice_pdf: 'https://pay.stripe.com/invoice/1/pdf',
    };
    const period = { start: 1_770_000_000, end: 1_772_000_000 };
    const line = { description: 'Website Growth', quantity: 2, amount: 4500, currency: 'usd', period };
    const tax = { amount: 499, taxable_amount: 4500, tax_behavior: 'exclusive' };
    const hidden = {
      lines: {
        object: 'list',
        has_more: false,
        url: '/v1/x',
        data: [{ id: 'il_1', metadata: {}, pricing: {}, ...line }],
      },
      total_taxes: [{ type: 'tax_rate_details', tax_rate_details: { tax_rate: 'txr_1' }, ...tax }],
      metadata: { note: 'internal' },
      customer_email: 'ada@example.com',
      account_name: 'Us',
      default_source: 'card_1',
    };
    const id = stripe.invoice(customer, { ...shown, ...hidden });

    const response = await person.get('/api/billing/invoices');

    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual([
      { id, object: 'invoice', paid: false, ...shown, lines: { data: [line], has_more: false }, total_taxes: [tax] },
    ]);
  });

  it('returns ten invoices, newest first, and whether more follow', async () => {
    const { person, ids } = await billed(12);

    const first = await person.get('/api/billing/invoices');
    const rest = await person.get(`/api/billing/invoices?starting_after=${ids[9]}`);

    expect([idsOf(first), first.headers['x-has-more']]).toEqual([ids.slice(0, 10), 'true']);
    expect([idsOf(rest), rest.headers['x-has-more']]).toEqual([ids.slice(10), 'false']);
  });

  it.each([1, 5, 100])('returns up to %i invoices', async (limit) => {
    const { person, ids } = await billed(6);

    const response = await person.get(`/api/billing/invoices?limit=${limit}`);

    expect(idsOf(response)).toEqual(ids.slice(0, limit));
  });

  it.each(['0', '101', '-1', '1.5', 'ten', '0x10', '1e1', '5&limit=6', ''])(
    'are refused with limit=%s',
    async (limit) => {
      const person = await portal.register();

      const response = await person.get(`/api/billing/invoices?limit=${limit}`);

      expect(outcome(response)).toBe('400 VALIDATION_ERROR');
    },
  );

  it('returns the invoices of the own customer only', async () => {
    const { ids } = await billed(2);
    const { person, ids: own } = await billed(1);

    const response = await person.get('/api/billing/invoices');

    expect(idsOf(response)).toEqual(own);
    expect(response.body).not.toContain(ids[0]);
  });

  it('accepts an API key of scope read', async () => {
    const { person, ids } = await billed(1);

    const response = await (await person.pipeline(['read'])).get('/api/billing/invoices');

    expect(idsOf(response)).toEqual(ids);
  });
});

describe('Invoice cursors', () => {
  it('of another organization return the same 400 as unknown ones', async () => {
    const { ids } = await billed(2);
    const { person } = await billed(2);
    const ask = (cursor: string) => person.get(`/api/billing/invoices?starting_after=${cursor}`);

    const answers = [await ask(ids[0] ?? ''), await ask('in_nobody'), await ask('..%2Fcustomers'), await ask('')];

    expect(answers.map(outcome)).toEqual(Array(4).fill('400 INVALID_CURSOR'));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  });
});

describe('An empty invoice list', () => {
  it.each(['', '?starting_after=in_nobody', '?starting_after=..', `?starting_after=${'x'.repeat(9000)}`, '?limit=3'])(
    'are [] for who is no customer%s',
    async (query) => {
      const person = await portal.register();

      const response = await person.get(`/api/billing/invoices${query}`);

      expect([response.statusCode, response.json(), response.headers['x-has-more']]).toEqual([200, [], 'false']);
    },
  );

  it('is returned without a secret key, while the stored subscription stays readable', async () => {
    const keyless = await portalForThisTest();
    const person = await keyless.register();

    const answers = [
      await person.get('/api/billing/invoices'),
      await person.get('/api/billing/invoices?starting_after=in_1'),
    ];

    expect(answers.map((answer) => answer.json())).toEqual([[], []]);
    expect((await person.get('/api/billing/subscription')).statusCode).toBe(200);
    expect(outcome(await person.post('/api/billing/portal'))).toBe('503 SERVICE_UNAVAILABLE');
  });

  it('is returned for a customer deleted in Stripe', async () => {
    const person = await portal.register();
    await portal.deps.use(customers).link(person.orgId, `cus_gone_${person.orgId.slice(0, 8)}`);

    const response = await person.get('/api/billing/invoices');

    expect([response.statusCode, response.json()]).toEqual([200, []]);
  });
});
