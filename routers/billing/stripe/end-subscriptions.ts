import { randomUUIDv7 } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { AccountDb } from '../../../db/handles.ts';
import { billingCustomers, memberships } from '../../../db/schema/index.ts';
import type { Deps } from '../../../server/deps.ts';
import { findTenant } from '../../../server/identity/find-tenant.ts';
import type { HandlerDeps } from '../../../server/trpc/context.ts';
import { noteAction } from '../../operator/public.ts';
import { isMissing, stripeClient, withStripe } from './client.ts';
import { customers } from './customers.ts';
import { hasEnded } from './snapshot.ts';
import { sync } from './sync.ts';

const AT_ONCE = 100;

/** The next subscriptions that Stripe bills; none of a customer who was deleted there. */
async function nextBilled(stripe: Stripe, customer: string) {
  const list = stripe.subscriptions.list({ customer, limit: AT_ONCE }).catch((error) => {
    if (isMissing(error, 'customer')) return { data: [] };
    throw error;
  });
  return (await withStripe(list)).data.filter(({ status }) => !hasEnded(status));
}

/** Cancels a subscription at once, without a last invoice or a refund. Somebody else may have done so meanwhile. */
const cancel = (stripe: Stripe, id: string) =>
  withStripe(
    stripe.subscriptions.cancel(id).catch((error) => {
      if (!isMissing(error)) throw error;
    }),
  );

/**
 * Ends what Stripe bills a client that nobody will use any more, and notes it in the operators’ trail. The customer and
 * its invoices stay at Stripe, for the books. A repetition finds less to do.
 *
 * @throws SERVICE_UNAVAILABLE when Stripe fails or refuses: to be tried again
 */
export async function endSubscriptions({ database, use, log }: Pick<Deps, 'database' | 'use' | 'log'>, orgId: string) {
  const customer = await use(customers).customerOf(orgId);
  if (!customer) return;
  const stripe = use(stripeClient);
  if (!stripe) {
    log.warn(
      { customer },
      'Without STRIPE_SECRET_KEY the subscriptions of this customer go on: cancel them at Stripe.',
    );
    return;
  }
  const { accounts } = database;
  let found = await nextBilled(stripe, customer);
  if (found.length === 0) return;
  for (; found.length > 0; found = await nextBilled(stripe, customer))
    for (const { id } of found) {
      await cancel(stripe, id);
      await noteAction(accounts, undefined, 'subscription_canceled', { orgId });
    }
  const tenant = await findTenant(accounts, orgId);
  if (tenant) await withStripe(sync(database, stripe, { tenant, customer }));
}

/**
 * Queues the end of the subscriptions of organizations that nobody belongs to any more, in the transaction of its
 * cause.
 */
export async function queueEndOfSubscriptions({ jobs }: Pick<HandlerDeps, 'jobs'>, tx: AccountDb, orgIds: string[]) {
  const { orgId } = billingCustomers;
  const billed = await tx.select({ orgId }).from(billingCustomers).where(inArray(orgId, orgIds));
  if (billed.length === 0) return;
  await jobs.sendOnce(
    tx,
    'subscription-ends',
    billed.map((data) => ({ id: randomUUIDv7(), data })),
  );
}

/** Ends the subscriptions of an organization, unless somebody belongs to it again. */
export const endQueuedSubscriptions =
  (deps: Deps) =>
  async ({ orgId }: { orgId: string }) => {
    const members = await deps.database.accounts.$count(memberships, eq(memberships.orgId, orgId));
    if (members === 0) await endSubscriptions(deps, orgId);
  };
