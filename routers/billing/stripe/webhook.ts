import type { FastifyInstance, HTTPMethods } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { PortalError } from '../../../server/errors.ts';
import { readBytes } from '../../../server/http/body.ts';
import { networkOfRequest } from '../../../server/identity/sender.ts';
import { assertWithinGeneral } from '../../../server/limits/limits.ts';
import { BODY_BYTES } from '../../../server/limits/sizes.ts';
import { billingUnavailable, stripeClient, withStripe } from './client.ts';
import { customers } from './customers.ts';
import { handleEvent, verifyEvent } from './events.ts';

const WEBHOOK = '/api/billing/webhook';
const OTHER_METHODS: HTTPMethods[] = ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];

/**
 * Stripe's webhook. Not a procedure: the signature covers the raw body. Stripe retries any response but 200, for days.
 */
export function stripeWebhook(app: FastifyInstance, { env, database, limits, use }: Deps) {
  app.post(WEBHOOK, async (request, reply) => {
    assertWithinGeneral(reply, await limits.consume('general', networkOfRequest(request)));
    const body = await readBytes(request, BODY_BYTES.usual);
    const secret = env.STRIPE_WEBHOOK_SECRET;
    if (!secret) throw billingUnavailable();
    const event = verifyEvent(body, String(request.headers['stripe-signature'] ?? ''), secret);
    const stripe = use(stripeClient);
    if (!stripe) throw billingUnavailable();
    await withStripe(handleEvent({ stripe, database, customers: use(customers) }, event));
    return { ok: true };
  });
  app.route({
    method: OTHER_METHODS,
    url: WEBHOOK,
    exposeHeadRoute: false,
    handler(_request, reply) {
      reply.header('Allow', 'POST');
      throw new PortalError('METHOD_NOT_ALLOWED');
    },
  });
}
