import Stripe from 'stripe';
import { z } from 'zod';
import type { Database } from '../../../db/database.ts';
import { PortalError } from '../../../server/errors.ts';
import { findTenant } from '../../../server/identity/find-tenant.ts';
import { isMissing } from './client.ts';
import type { CustomerBook } from './customers.ts';
import { isHandled, sync } from './sync.ts';

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
export type BillingEvent = z.infer<typeof Event>;

/**
 * The event in a body that Stripe signed within the last five minutes; the library compares in constant time.
 *
 * @throws VALIDATION_ERROR for one that is forged, old or altered; INVALID_JSON for one that was signed and is no event.
 */
export function verified(body: Buffer, header: string, secret: string): BillingEvent {
  let signed: unknown;
  try {
    signed = Stripe.webhooks.constructEvent(body, header, secret);
  } catch (cause) {
    throw cause instanceof SyntaxError
      ? new PortalError('INVALID_JSON')
      : new PortalError('VALIDATION_ERROR', 'The event is not signed as it should be, or too old.');
  }
  const { data, error } = Event.safeParse(signed);
  if (error) throw new PortalError('INVALID_JSON', 'The body is not an event of Stripe’s.');
  return data;
}

// Whatever changes what is paid for also changes the subscription; a customer may come to name its client.
const TELLING = /^(customer\.(subscription\.\w+|created|updated|deleted)|invoice\.(paid|payment_failed))$/;

function customerIn({ data: { object } }: BillingEvent) {
  return object.object === 'customer' ? Id.safeParse(object.id).data : (object.customer ?? undefined);
}

interface Parts {
  database: Database;
  customers: CustomerBook;
  stripe: Stripe;
}

async function clientOf({ customers, stripe }: Parts, customer: string) {
  const known = await customers.clientOf(customer);
  if (known) return known;
  const found = await stripe.customers.retrieve(customer).catch((error) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  return found && !found.deleted ? customers.introduced(found) : undefined;
}

/** Lets an event have its effect, once: what it carries is not believed, Stripe is asked how things stand now. */
export async function handle(parts: Parts, event: BillingEvent): Promise<void> {
  const customer = TELLING.test(event.type) ? customerIn(event) : undefined;
  if (!customer) return;
  const clientId = await clientOf(parts, customer);
  const tenant = clientId && (await findTenant(parts.database.accounts, clientId));
  if (!tenant || (await isHandled(parts.database, tenant, event.id))) return;
  await sync(parts.database, parts.stripe, { tenant, customer }, event);
}
