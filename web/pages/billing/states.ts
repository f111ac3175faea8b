/** The statuses of a subscription at Stripe, and `none`. */
export const SUBSCRIPTION_STATES = [
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'paused',
  'incomplete',
  'incomplete_expired',
  'canceled',
  'none',
] as const;

export const INVOICE_STATES = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;

/** Only these are billed again, unless somebody has cancelled. */
const RENEWED = ['active', 'trialing', 'past_due'];

/**
 * What happens at the end of the period of a subscription. Of one that is over, or waits for somebody, nothing is said.
 */
export function periodEndOf(status: string, isCancelled: boolean) {
  if (!RENEWED.includes(status)) return undefined;
  return isCancelled ? 'ends' : 'renews';
}
