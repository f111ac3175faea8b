import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { textOfBody } from '../body.ts';
import { api, isOpen } from './api.ts';
import { announcer } from './events.ts';
import { expanded } from './expand.ts';
import { StripeFailure } from './failure.ts';
import { type Fields, parseForm } from './form.ts';
import { idempotency } from './idempotency.ts';
import { invoicePage, portalPage } from './portal-page.ts';
import { createStore } from './store.ts';
import { changeSubscription, shown } from './subscriptions.ts';

interface Options {
  /** The secret key of the account. */
  key: string;
  /** The signing secret of the webhook. */
  webhookSecret: string;
}

/** Intercepts a request; a truthy result means that it has responded. */
export type Fault = (request: IncomingMessage, response: ServerResponse) => unknown;

const MOST_BYTES = 1024 * 1024;

const bodyOf = (request: IncomingMessage) =>
  textOfBody(request, MOST_BYTES).catch(() => {
    throw new StripeFailure(413, 'The request body is too large.');
  });

/** @throws StripeFailure for a request that Stripe does not read */
function checkHeaders({ method, headers }: IncomingMessage, body: string) {
  const { 'content-type': type = '', 'stripe-version': version } = headers;
  if (version !== undefined && !/^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/.test(String(version)))
    throw new StripeFailure(400, `Invalid Stripe API version: ${version}.`);
  if (method === 'POST' && body !== '' && !/^application\/x-www-form-urlencoded\s*(;|$)/.test(type))
    throw new StripeFailure(
      400,
      'Invalid request (check that your POST content type is application/x-www-form-urlencoded).',
    );
}

const FAILED = { error: { type: 'api_error', message: 'An unknown error occurred.' } };

/** The outcome of a request, that of a refused one too. */
function outcomeOf(work: () => object) {
  try {
    return { status: 200, body: work() };
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error;
    return { status: error.status, body: error.body };
  }
}

/** A small Stripe server on a loopback port for demos and tests, compatible with the Stripe library. */
export async function startStripe({ key, webhookSecret }: Options) {
  const store = createStore();
  const events = announcer(store, webhookSecret);
  const server = createServer((request, response) => void serve(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answer = api(store, events, () => base);
  const onceOnly = idempotency();
  const asked: { method: string; path: string; fields: Fields; headers: IncomingMessage['headers'] }[] = [];
  let fault: Fault | undefined;

  function json(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}) {
    const id = `req_${randomBytes(7).toString('hex')}`;
    response
      .writeHead(status, { 'content-type': 'application/json', 'request-id': id, ...headers })
      .end(JSON.stringify(body));
  }

  async function serveApi(request: IncomingMessage, response: ServerResponse, path: string, query: string) {
    const { method = 'GET', headers } = request;
    const sent = await bodyOf(request);
    const { expand, ...fields } = parseForm([query, sent].filter(Boolean).join('&'));
    asked.push({ method, path, fields, headers });
    if (headers.authorization !== `Bearer ${key}`)
      throw new StripeFailure(401, 'Invalid API Key provided.', { type: 'invalid_request_error' });
    checkHeaders(request, sent);

    let answered = false;
    const work = async () => {
      if (await fault?.(request, response)) {
        answered = true;
        // An answer that was cut off is none that Stripe would know of.
        return response.headersSent ? { status: response.statusCode, body: FAILED } : undefined;
      }
      return outcomeOf(() => expanded(store, answer({ method, path, fields }), expand));
    };
    const idempotencyKey = method === 'POST' ? String(headers['idempotency-key'] ?? '') : undefined;
    const { outcome, replayed } = await onceOnly(idempotencyKey, `${path}?${sent}`, work);
    if (!answered && outcome)
      json(response, outcome.status, outcome.body, replayed ? { 'idempotent-replayed': 'true' } : {});
  }

  const page = (response: ServerResponse, html: string) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);

  async function servePage(request: IncomingMessage, response: ServerResponse, id: string) {
    const session = store.get('billing_portal/sessions', id);
    if (!isOpen(session)) throw new StripeFailure(404, 'This session has expired.');
    if (request.method === 'POST') {
      const { subscription, ...change } = parseForm(await bodyOf(request));
      const own = store.get('subscriptions', String(subscription));
      if (own.customer !== session.customer) throw new StripeFailure(404, 'There is no such subscription.');
      events.announce('customer.subscription.updated', shown(store, changeSubscription(store, own, change)));
      return response.writeHead(303, { location: `/p/session/${id}` }).end();
    }
    return page(response, portalPage(store, session));
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    try {
      const { pathname, search } = new URL(request.url ?? '/', base);
      const [, kind, id = ''] = /^\/(p\/session|i)\/(\w+)$/.exec(pathname) ?? [];
      if (kind === 'i') page(response, invoicePage(store, store.get('invoices', id)));
      else if (kind) await servePage(request, response, id);
      else await serveApi(request, response, pathname, search.slice(1));
    } catch (error) {
      if (response.headersSent) return;
      const failure =
        error instanceof StripeFailure ? error : new StripeFailure(500, String(error), { type: 'api_error' });
      json(response, failure.status, failure.body);
    }
  }

  return {
    url: base,
    store,
    events,
    /** The received requests, oldest first. */
    asked,
    /** Sets a fault for every request; without an argument, removes it. */
    fails(how?: Fault) {
      fault = how;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
