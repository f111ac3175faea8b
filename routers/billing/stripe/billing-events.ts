import { isDeepStrictEqual } from 'node:util';
import type { TenantDb } from '../../../db/handles.ts';
import type { subscriptions } from '../../../db/schema/index.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { type ClientEvent, emit } from '../../webhooks/public.ts';
import type { EventName } from './claim.ts';

type Facts = Pick<
  typeof subscriptions.$inferSelect,
  'stripeSubscriptionId' | 'status' | 'items' | 'currentPeriodEnd' | 'cancelAtPeriodEnd'
>;

/** An event with the id of its object, if it has one. */
export interface CausingEvent extends EventName {
  data?: { object: { id?: unknown } };
}

const planOf = ({ items }: Facts) => items.find(({ kind }) => kind !== 'addon')?.key ?? null;

function factsOf(row: typeof subscriptions.$inferSelect): Facts {
  const { stripeSubscriptionId, status, items, currentPeriodEnd, cancelAtPeriodEnd } = row;
  return { stripeSubscriptionId, status, items, currentPeriodEnd, cancelAtPeriodEnd };
}

// The order of keys in jsonb is that of the database.
const isSame = (one: Facts, other: Facts) =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));

function updated({ clientId }: Tenant, now: Facts): ClientEvent {
  const { status, cancelAtPeriodEnd, currentPeriodEnd } = now;
  const data = {
    status,
    plan: planOf(now),
    cancelAtPeriodEnd,
    currentPeriodEnd: currentPeriodEnd?.toISOString() ?? null,
  };
  return { type: 'subscription.updated', subject: clientId, data };
}

function failed({ clientId }: Tenant, cause: CausingEvent | undefined): ClientEvent[] {
  if (cause?.type !== 'invoice.payment_failed') return [];
  const { id } = cause.data?.object ?? {};
  const data = { invoiceId: typeof id === 'string' ? id.slice(0, 255) : null };
  return [{ type: 'invoice.payment_failed', subject: clientId, data }];
}

/** Tells of a subscription that differs from the one stored before, and of a payment that failed. */
export async function emitBillingEvents(
  tx: TenantDb,
  tenant: Tenant,
  before: typeof subscriptions.$inferSelect | undefined,
  now: Facts,
  cause: CausingEvent | undefined,
) {
  const changed = before && !isSame(factsOf(before), now);
  const events = [...(changed ? [updated(tenant, now)] : []), ...failed(tenant, cause)];
  if (events.length > 0) await emit(tx, tenant, ...events);
}
