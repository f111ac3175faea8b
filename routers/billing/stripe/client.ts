import { Counter, type Registry } from 'prom-client';
import Stripe from 'stripe';
import type { Env } from '../../../server/env.ts';
import { PortalError } from '../../../server/errors.ts';
import { service } from '../../../server/services.ts';
import { TIMEOUTS } from '../../../server/timeouts.ts';

type Settings = Pick<Env, 'STRIPE_SECRET_KEY' | 'STRIPE_API_BASE'>;

/** Stripe's own library, which retries what failed under an idempotency key of its own; nothing without a key. */
export function openStripe({ STRIPE_SECRET_KEY, STRIPE_API_BASE }: Settings): Stripe | undefined {
  if (!STRIPE_SECRET_KEY) return undefined;
  const { protocol, hostname, port } = new URL(STRIPE_API_BASE);
  return new Stripe(STRIPE_SECRET_KEY, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    timeout: TIMEOUTS.stripe,
    maxNetworkRetries: 2,
    telemetry: false,
  });
}

/** What was asked of Stripe, and what it answered: the difference went unanswered. */
function countCalls(stripe: Stripe, registry: Registry) {
  const registers = [registry];
  const asked = new Counter({ name: 'portal_stripe_requests_total', help: 'Requests to Stripe.', registers });
  const name = 'portal_stripe_responses_total';
  const answered = new Counter({ name, help: 'Answers of Stripe, by status.', labelNames: ['status'], registers });
  stripe.on('request', () => asked.inc());
  stripe.on('response', ({ status }: { status: number }) => answered.inc({ status }));
}

/** Stripe, as configured; nothing without a key. */
export const stripeClient = service(({ env, metrics }) => {
  const stripe = openStripe(env);
  if (stripe) countCalls(stripe, metrics);
  return stripe;
});

const AWAY = 'Billing is not available right now. Please try again shortly.';

/** What may be known of a failure of Stripe's: never its words, which can quote the key or name somebody. */
function factsOf({ statusCode, type, requestId }: Stripe.errors.StripeError): Error {
  const request = /^req_\w{1,64}$/.exec(requestId ?? '')?.[0] ?? 'unknown';
  return new Error(`Stripe answered ${statusCode ?? 'nothing'} (${type}, request ${request}).`);
}

/** The one error that callers hear of when Stripe is not set up, away, or does not want us. */
export const billingAway = (error?: Stripe.errors.StripeError) =>
  new PortalError('SERVICE_UNAVAILABLE', AWAY, { cause: error ? factsOf(error) : new Error('Stripe is not set up.') });

/** Whether Stripe does not know what the parameter names: a customer that was deleted, an invoice that never was. */
export const isMissing = (error: unknown, param?: string) =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code === 'resource_missing' &&
  (param === undefined || error.param === param);

/** Whether somebody else is at work under the same idempotency key. */
export const isTaken = (error: unknown) => error instanceof Stripe.errors.StripeError && error.statusCode === 409;

/**
 * Does work that talks to Stripe, all of it in TIMEOUTS.stripe.
 *
 * @throws SERVICE_UNAVAILABLE when Stripe fails or takes longer; other errors of the work pass as they are.
 */
export async function withStripe<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    const tooLong = new PortalError('SERVICE_UNAVAILABLE', AWAY, {
      cause: new Error('Stripe did not answer in time.'),
    });
    timer = setTimeout(() => reject(tooLong), TIMEOUTS.stripe);
  });
  try {
    return await Promise.race([work, limit]);
  } catch (error) {
    throw error instanceof Stripe.errors.StripeError ? billingAway(error) : error;
  } finally {
    clearTimeout(timer);
  }
}
