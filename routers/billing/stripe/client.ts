import { createRequire } from 'node:module';
import { Counter, type Registry } from 'prom-client';
import type Stripe from 'stripe';
import type { Env } from '../../../server/env.ts';
import { PortalError } from '../../../server/errors.ts';
import { service } from '../../../server/services.ts';
import { TIMEOUTS } from '../../../server/timeouts.ts';

type Settings = Pick<Env, 'STRIPE_SECRET_KEY' | 'STRIPE_API_BASE'>;

/** Stripe's library. It is loaded on first use: a portal without billing does without its 35 MiB. */
export const stripeLibrary = () => createRequire(import.meta.url)('stripe') as typeof Stripe;

/** Whether Stripe's library threw the error, of which every kind has a name such as StripeCardError. */
export const isStripeError = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Error && 'type' in error && /^Stripe\w+Error$/.test(String(error.type));

/** The Stripe client, which retries failed requests under an idempotency key; undefined without a secret key. */
export function openStripe({ STRIPE_SECRET_KEY, STRIPE_API_BASE }: Settings): Stripe | undefined {
  if (!STRIPE_SECRET_KEY) return undefined;
  const { protocol, hostname, port } = new URL(STRIPE_API_BASE);
  const Client = stripeLibrary();
  return new Client(STRIPE_SECRET_KEY, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    timeout: TIMEOUTS.stripe,
    maxNetworkRetries: 2,
    telemetry: false,
  });
}

/** Counts requests and responses; the difference is the number of unanswered requests. */
function countCalls(stripe: Stripe, registry: Registry) {
  const registers = [registry];
  const requests = new Counter({ name: 'portal_stripe_requests_total', help: 'Requests to Stripe.', registers });
  const name = 'portal_stripe_responses_total';
  const responses = new Counter({ name, help: 'Answers of Stripe, by status.', labelNames: ['status'], registers });
  stripe.on('request', () => requests.inc());
  stripe.on('response', ({ status }: { status: number }) => responses.inc({ status }));
}

/** The configured Stripe client; undefined without a secret key. */
export const stripeClient = service(({ env, metrics }) => {
  const stripe = openStripe(env);
  if (stripe) countCalls(stripe, metrics);
  return stripe;
});

const UNAVAILABLE = 'Billing is temporarily unavailable. Please try again shortly.';

/** A loggable cause without Stripe's message, which can contain the key or personal data. */
function loggableCause({ statusCode, type, requestId }: Stripe.errors.StripeError): Error {
  const request = /^req_\w{1,64}$/.exec(requestId ?? '')?.[0] ?? 'unknown';
  return new Error(`Stripe answered ${statusCode ?? 'nothing'} (${type}, request ${request}).`);
}

/** The 503 for callers when Stripe is not configured, unreachable, slow or refuses a request. */
export const billingUnavailable = (cause = new Error('Stripe is not configured.')) =>
  new PortalError('SERVICE_UNAVAILABLE', UNAVAILABLE, {
    cause: isStripeError(cause) ? loggableCause(cause) : cause,
  });

/** Whether Stripe does not know the object: a deleted customer, an unknown invoice. */
export const isMissing = (error: unknown, param?: string) =>
  isStripeError(error) &&
  error.type === 'StripeInvalidRequestError' &&
  error.code === 'resource_missing' &&
  (param === undefined || error.param === param);

/** Whether Stripe failed at the work of a request, which it then keeps under its idempotency key. */
export const hasFailed = (error: unknown) => isStripeError(error) && (error.statusCode ?? 0) >= 500;

/** Whether another request with the same idempotency key is in progress. */
export const isKeyInUse = (error: unknown) => isStripeError(error) && error.statusCode === 409;

/**
 * Runs work with Stripe within TIMEOUTS.stripe.
 *
 * @throws SERVICE_UNAVAILABLE when Stripe fails or takes longer; other errors are rethrown
 */
export async function withStripe<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    const tooLong = billingUnavailable(new Error('Stripe did not answer in time.'));
    timer = setTimeout(() => reject(tooLong), TIMEOUTS.stripe);
  });
  try {
    return await Promise.race([work, limit]);
  } catch (error) {
    throw isStripeError(error) ? billingUnavailable(error) : error;
  } finally {
    clearTimeout(timer);
  }
}
