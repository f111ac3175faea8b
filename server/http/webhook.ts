import type { FastifyInstance, HTTPMethods } from 'fastify';
import { handle, verified } from '../billing/events.ts';
import { billingAway, withStripe } from '../billing/stripe.ts';
import type { Spend } from '../context.ts';
import type { Deps } from '../deps.ts';
import { PortalError } from '../errors.ts';
import { bodyBytes } from '../limits.ts';
import { rateLimited } from '../rates/limit.ts';
import { readBytes } from './body.ts';

const WEBHOOK = '/api/billing/webhook';
const OTHERS: HTTPMethods[] = ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];

/**
 * Where Stripe says what happened. No procedure: the signature is over the bytes as they came. An answer other than 200
 * makes Stripe send the event again, for days.
 */
export function stripeWebhook(app: FastifyInstance, { env, stripe, database, billingCustomers }: Deps, spend: Spend) {
  app.post(WEBHOOK, async (request) => {
    const verdict = await spend('everyOther', request, { kind: 'stranger' });
    if (verdict.exceeded) throw rateLimited(verdict);
    const body = await readBytes(request, bodyBytes('billing'));
    const secret = env.STRIPE_WEBHOOK_SECRET;
    if (!secret) throw billingAway();
    const event = verified(body, String(request.headers['stripe-signature'] ?? ''), secret);
    if (!stripe) throw billingAway();
    await withStripe(handle({ stripe, database, billingCustomers }, event));
    return { ok: true };
  });
  app.route({
    method: OTHERS,
    url: WEBHOOK,
    exposeHeadRoute: false,
    handler(_request, reply) {
      reply.header('Allow', 'POST');
      throw new PortalError('METHOD_NOT_ALLOWED');
    },
  });
}
