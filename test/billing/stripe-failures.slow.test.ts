import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../demo/services/stripe/server.ts';
import { portalForThisTest } from '../helpers/portal.ts';
import { billingForThisFile, plan, subscriptionOf } from '../helpers/stripe.ts';
import { outcome } from '../helpers/wire.ts';

const { portal, stripe, deliver, subscriber } = billingForThisFile();

const SENTENCE = 'Billing is temporarily unavailable. Please try again shortly.';
const SAID = 'No such thing for Ada Lovelace';

const says = (response: ServerResponse, status: number, body: string | object) =>
  response
    .writeHead(status, { 'content-type': 'application/json', 'request-id': `${stripe.variables.STRIPE_SECRET_KEY}` })
    .end(typeof body === 'string' ? body : JSON.stringify(body));

const failing =
  (status: number, type: string): Fault =>
  (_, response) =>
    says(response, status, {
      error: {
        type,
        code: stripe.variables.STRIPE_SECRET_KEY,
        message: `${SAID}: ${stripe.variables.STRIPE_SECRET_KEY}`,
      },
    });

const FAULTS: [string, Fault][] = [
  ['401 with the key in its words', failing(401, 'invalid_request_error')],
  ['403', failing(403, 'invalid_request_error')],
  ['400', failing(400, 'invalid_request_error')],
  ['402', failing(402, 'card_error')],
  ['429', failing(429, 'rate_limit_error')],
  ['500', failing(500, 'api_error')],
  ['an error of no known type', failing(418, SAID)],
  ['no JSON', (_, response) => says(response, 200, `<html>${SAID}</html>`)],
  [
    'half a body',
    (_, response) => response.writeHead(200, { 'content-length': '100' }).write('{"object":', () => response.destroy()),
  ],
  ['a connection that ends', (request) => request.socket.destroy()],
  ['nothing at all', () => true],
];

/** All that the portal said, in answers and in its log. */
const everything = (...answers: { body: string; headers: object }[]) =>
  answers.map(({ body, headers }) => body + JSON.stringify(headers)).join('\n') + portal.lines.join('\n');

afterEach(() => stripe.fails());

describe('A Stripe response of', () => {
  it.each(FAULTS)('%s is 503 in one sentence, and the stored subscription stays', async (_, fault) => {
    const { person, subscription } = await subscriber([{ metadata: plan('website') }]);
    stripe.fails(fault);

    const [invoices, session, event] = await Promise.all([
      person.get('/api/billing/invoices'),
      person.post('/api/billing/portal'),
      deliver(stripe.event(subscription)),
    ]);

    for (const answer of [invoices, session, event]) {
      expect(outcome(answer)).toBe('503 SERVICE_UNAVAILABLE');
      expect(answer.json()).toEqual({ ok: false, error: SENTENCE, code: 'SERVICE_UNAVAILABLE', retry_after: 5 });
      expect(answer.headers['retry-after']).toBe('5');
    }
    expect(await subscriptionOf(person)).toMatchObject({ status: 'active', totalMRR: 10 });
    const said = everything(invoices, session, event);
    for (const secret of [stripe.variables.STRIPE_SECRET_KEY, stripe.variables.STRIPE_WEBHOOK_SECRET, SAID])
      expect(said).not.toContain(secret);
  });

  it('500, which Stripe repeats under its key for a day, is followed by another key', async () => {
    const person = await portal.register();
    const before = stripe.askedFor('POST /v1/customers').length;
    let times = 0;
    stripe.fails(
      (request, response) => request.url === '/v1/customers' && times++ === 0 && says(response, 500, { error: {} }),
    );

    const responses = [await person.post('/api/billing/portal'), await person.post('/api/billing/portal')];

    const keys = stripe
      .askedFor('POST /v1/customers')
      .slice(before)
      .map(({ headers }) => String(headers['idempotency-key']));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(times).toBe(2);
    expect(new Set(keys).size).toBe(2);
    expect(keys.every((key) => key.startsWith(`portal-customer-${person.orgId}-`))).toBe(true);
  });

  it('500 to every request is 503, and not the end: the next one that works makes a single customer', async () => {
    const person = await portal.register();
    let times = 0;
    stripe.fails(
      (request, response) => request.url === '/v1/customers' && times++ < 3 && says(response, 500, { error: {} }),
    );

    const responses = await Promise.all([person.post('/api/billing/portal'), person.post('/api/billing/portal')]);

    const made = stripe.store.all('customers').filter(({ metadata }) => {
      const { portal_client_id: client } = metadata as { portal_client_id?: string };
      return client === person.orgId;
    });
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(made).toHaveLength(1);
  });

  it('none, at an unreachable address, returns 503', async () => {
    const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } = stripe.variables;
    const alone = await portalForThisTest({
      beside: portal,
      env: { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE: 'http://127.0.0.1:1' },
    });
    const person = await alone.register();

    const response = await person.post('/api/billing/portal');

    expect(outcome(response)).toBe('503 SERVICE_UNAVAILABLE');
    expect(alone.lines.join('\n')).not.toContain(STRIPE_SECRET_KEY);
  });

  it('any status follows a request without telemetry, with the API version', async () => {
    const { person } = await subscriber([{ metadata: plan('website') }]);
    await person.get('/api/billing/invoices');
    await person.get('/api/billing/invoices');

    const headers = stripe.askedFor('GET /v1/invoices').at(-1)?.headers;

    expect(headers?.['x-stripe-client-telemetry']).toBeUndefined();
    expect(headers?.['stripe-version']).toMatch(/^\d{4}-\d\d-\d\d/);
  });
});

describe('The secret key', () => {
  it('is redacted in logged errors', () => {
    const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } = stripe.variables;

    portal.deps.log.warn({ err: new Error(`${STRIPE_SECRET_KEY} ${STRIPE_WEBHOOK_SECRET}`) }, 'An error that quotes.');

    const line = portal.lines.findLast((text) => text.includes('An error that quotes.'));
    expect(line).toContain('sk_[Redacted] whsec_[Redacted]');
    expect(line).not.toContain(STRIPE_SECRET_KEY);
  });

  it('is in no response and no log line', async () => {
    const { person } = await subscriber([{ metadata: plan('website') }]);
    stripe.fails(failing(401, 'authentication_error'));
    const answers = await Promise.all(
      [
        '/api/billing/subscription',
        '/api/billing/invoices',
        '/openapi.json',
        '/readyz',
        '/metrics',
        '/trpc/billing.invoices',
      ].map((url) => person.get(url)),
    );

    const said = everything(...answers);

    expect(said).toContain('Stripe answered 401');
    expect(said).not.toContain(stripe.variables.STRIPE_SECRET_KEY);
    expect(said).not.toContain(stripe.variables.STRIPE_SECRET_KEY.slice(0, 20));
    expect(said).not.toContain(stripe.variables.STRIPE_WEBHOOK_SECRET);
  });
});
