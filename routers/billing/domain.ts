import type { Domain } from '../../server/domain.ts';
import { minutes } from '../../server/durations.ts';
import { stripeClient } from './stripe/client.ts';
import { startDemoStripe } from './stripe/demo.ts';
import { stripeDiagnosis } from './stripe/diagnosis.ts';
import { endQueuedSubscriptions } from './stripe/end-subscriptions.ts';
import { reconcile, sweepEvents } from './stripe/reconcile.ts';
import { stripeWebhook } from './stripe/webhook.ts';

export const billingDomain: Domain = {
  services: [stripeClient],
  routes: stripeWebhook,
  jobs: (deps) => ({ 'subscription-ends': endQueuedSubscriptions(deps) }),
  sweeps: ({ database, use }) => [
    { what: 'subscriptions at Stripe', every: minutes(1), run: () => reconcile(database, use(stripeClient)) },
    { what: 'handled Stripe events', every: minutes(60), run: () => sweepEvents(database) },
  ],
  // No request to Stripe: health checks would use up its rate limit.
  checks: ({ use }) => ({ stripe: () => (use(stripeClient) ? 'configured' : 'unused') }),
  diagnoses: [stripeDiagnosis],
  companion: startDemoStripe,
};
