import type Stripe from 'stripe';
import { type Diagnosis, failure, ok } from '../../../server/diagnosis.ts';
import { seconds } from '../../../server/durations.ts';
import { isMissing, isStripeError, openStripe } from './client.ts';

const NOTHING = 'sub_of_no_customer';

/**
 * Whether a restricted key may cancel subscriptions, as the end of a client does. There is none of this name to cancel.
 */
async function mayCancel(stripe: Stripe, options: Stripe.RequestOptions) {
  try {
    await stripe.subscriptions.cancel(NOTHING, {}, options);
  } catch (error) {
    if (isStripeError(error) && error.statusCode === 403) return false;
    if (!isMissing(error)) throw error;
  }
  return true;
}

/** Whether Stripe answers, takes the key, and gives it the rights that are needed. */
export const stripeDiagnosis: Diagnosis = {
  check: 'stripe',
  of: ['STRIPE_SECRET_KEY', 'STRIPE_API_BASE'],
  limit: seconds(20),
  async run({ env }) {
    const stripe = openStripe(env);
    if (!stripe) return ok('Not used: billing shows what is stored.');
    try {
      const once = { maxNetworkRetries: 0, timeout: seconds(9) };
      await stripe.products.list({ limit: 1 }, once);
      if (!(await mayCancel(stripe, once)))
        return failure('STRIPE_SECRET_KEY may not write subscriptions: those of erased clients would go on.');
    } catch (error) {
      // Stripe's messages can quote the key.
      const { statusCode, type } = isStripeError(error) ? error : { statusCode: undefined, type: 'unknown' };
      if (statusCode === 401) return failure('Stripe refuses STRIPE_SECRET_KEY: take the key from Stripe’s dashboard.');
      if (statusCode === 403)
        return failure('STRIPE_SECRET_KEY may not read products: give the key the rights of docs/configuration.md.');
      return failure(
        `Stripe did not answer as it should (${statusCode ?? type}): check STRIPE_API_BASE and the way there.`,
      );
    }
    return env.STRIPE_WEBHOOK_SECRET
      ? ok('Stripe answers, and takes the key.')
      : failure('STRIPE_WEBHOOK_SECRET is not set: what Stripe reports is answered with 503.');
  },
};
