import type { FastifyInstance, HTTPMethods } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { PortalError } from '../../../server/errors.ts';
import { readBytes } from '../../../server/http/body.ts';
import { neighbourhoodOf } from '../../../server/identity/sender.ts';
import { assertWithinLimit } from '../../../server/limits/limits.ts';
import { BODY_BYTES } from '../../../server/limits/sizes.ts';
import { billingAway, stripeClient, withStripe } from './client.ts';
import { customers } from './customers.ts';
import { handle, verified } from './events.ts';

const WEBHOOK = '/api/billing/webhook';
const OTHERS: HTTPMethods[] = ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];

/**
 * Where Stripe says what happened. No procedure: the signature is over the bytes as they came. An answer other than 200
 * makes Stripe send the event again, for days.
 */
export function stripeWebhook(app: FastifyInstance, { env, database, limits, use }: Deps) {
  app.post(WEBHOOK, async (request) => {
    assertWithinLimit(await limits.hit('general', neighbourhoodOf(request)));
    const body = await readBytes(request, BODY_BYTES.usual);
    const secret = env.STRIPE_WEBHOOK_SECRET;
    if (!secret) throw billingAway();
    const event = verified(body, String(request.headers['stripe-signature'] ?? ''), secret);
    const stripe = use(stripeClient);
    if (!stripe) throw billingAway();
    await withStripe(handle({ stripe, database, customers: use(customers) }, event));
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
