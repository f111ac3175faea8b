import type Stripe from 'stripe';
import { z } from 'zod';
import type { Database } from '../../../db/database.ts';
import { PortalError } from '../../../server/errors.ts';
import { findTenant } from '../../../server/identity/find-tenant.ts';
import { once } from './claim.ts';
import { isMissing, stripeLibrary } from './client.ts';
import type { Customers } from './customers.ts';
import { sync } from './sync.ts';

const Id = z.string().regex(/^\w{1,255}$/);
const Named = z.union([Id, z.object({ id: Id }).transform(({ id }) => id)]);

const Event = z.object({
  id: Id,
  type: z.string().max(255),
  data: z.object({
    object: z.object({
      id: z.unknown().optional(),
      object: z.unknown().optional(),
      customer: Named.nullish().catch(null),
    }),
  }),
});
type BillingEvent = z.infer<typeof Event>;

/**
 * Parses an event that Stripe signed within the last five minutes; signatures are compared in constant time.
 *
 * @throws VALIDATION_ERROR for a forged, old or altered event; INVALID_JSON for a signed body that is not an event
 */
export function verifyEvent(body: Buffer, header: string, secret: string): BillingEvent {
  let signed: unknown;
  try {
    signed = stripeLibrary().webhooks.constructEvent(body, header, secret);
  } catch (cause) {
    throw cause instanceof SyntaxError
      ? new PortalError('INVALID_JSON')
      : new PortalError('VALIDATION_ERROR', 'The signature of the event is invalid or too old.');
  }
  const { data, error } = Event.safeParse(signed);
  if (error) throw new PortalError('INVALID_JSON', 'The body is not a Stripe event.');
  return data;
}

// Every change of the billing changes the subscription; a customer can gain metadata that names its client.
const RELEVANT = /^(customer\.(subscription\.\w+|created|updated|deleted)|invoice\.(paid|payment_failed))$/;

function customerIn({ data: { object } }: BillingEvent) {
  return object.object === 'customer' ? Id.safeParse(object.id).data : (object.customer ?? undefined);
}

interface Parts {
  database: Database;
  customers: Customers;
  stripe: Stripe;
}

async function clientOf({ customers, stripe }: Parts, customer: string) {
  const known = await customers.clientOf(customer);
  if (known) return known;
  const found = await stripe.customers.retrieve(customer).catch((error) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  return found && !found.deleted ? customers.linkByMetadata(found) : undefined;
}

/** Handles an event once. Its content is ignored: the current state is fetched from Stripe. */
export async function handleEvent(parts: Parts, event: BillingEvent): Promise<void> {
  const customer = RELEVANT.test(event.type) ? customerIn(event) : undefined;
  if (!customer) return;
  const clientId = await clientOf(parts, customer);
  const tenant = clientId && (await findTenant(parts.database.accounts, clientId));
  if (!tenant) return;
  const { database, stripe } = parts;
  await once(database, tenant, event, () => sync(database, stripe, { tenant, customer }, event));
}
