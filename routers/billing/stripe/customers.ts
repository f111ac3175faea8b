import { setTimeout as wait } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { z } from 'zod';
import type { AccountDb } from '../../../db/handles.ts';
import { billingCustomers, organizations } from '../../../db/schema/index.ts';
import { service } from '../../../server/services.ts';
import { TIMEOUTS } from '../../../server/timeouts.ts';
import { hasFailed, isKeyInUse } from './client.ts';

/** The metadata key for the client of a customer that was created in Stripe. */
const CLIENT_KEY = 'portal_client_id';

/** Failures in a row for which another key is tried. Each hour begins with the first. */
const FAILURES = 4;

interface Client {
  clientId: string;
  name: string;
}

/** The mapping between clients and Stripe customers; runs without a tenant, since webhooks have none. */
export function openCustomers(db: AccountDb) {
  const { orgId, stripeCustomerId } = billingCustomers;

  async function customerOf(clientId: string) {
    const [row] = await db.select({ id: stripeCustomerId }).from(billingCustomers).where(eq(orgId, clientId));
    return row?.id;
  }

  async function clientOf(customer: string) {
    const [row] = await db.select({ id: orgId }).from(billingCustomers).where(eq(stripeCustomerId, customer));
    return row?.id;
  }

  /** Links a customer to a client without one, or in place of a deleted one; returns the linked customer. */
  async function link(clientId: string, customer: string, instead?: string) {
    if (instead)
      await db
        .update(billingCustomers)
        .set({ stripeCustomerId: customer })
        .where(and(eq(orgId, clientId), eq(stripeCustomerId, instead)));
    else
      await db.insert(billingCustomers).values({ orgId: clientId, stripeCustomerId: customer }).onConflictDoNothing();
    return customerOf(clientId);
  }

  /**
   * Creates one customer for concurrent calls of many processes: they share idempotency keys and their parameters. A
   * call during the creation waits and finds the created customer. Stripe repeats a failure under its key for a day:
   * the next key follows, which others come to in the same way.
   */
  async function create(stripe: Stripe, { clientId, name }: Client, gone: string | undefined) {
    const began = Date.now();
    const hour = new Date(began).toISOString().slice(0, 13);
    let failures = 0;
    for (;;) {
      const present = await customerOf(clientId);
      if (present && present !== gone) return present;
      const idempotencyKey = ['portal-customer', clientId, gone, hour, failures].filter(Boolean).join('-');
      try {
        const metadata = { [CLIENT_KEY]: clientId };
        const { id } = await stripe.customers.create({ metadata }, { idempotencyKey, maxNetworkRetries: 1 });
        const linked = (await link(clientId, id, gone)) ?? id;
        // The name can change, so it must not be among the parameters of the idempotent request.
        await stripe.customers.update(linked, { name }).catch(() => {});
        return linked;
      } catch (error) {
        const isStored = hasFailed(error);
        if (isStored) failures++;
        const mayGoOn = isStored ? failures < FAILURES : isKeyInUse(error);
        if (!mayGoOn || Date.now() > began + TIMEOUTS.stripe) throw error;
        await wait(200);
      }
    }
  }

  const pending = new Map<string, Promise<string>>();

  return {
    customerOf,
    clientOf,
    link,

    /** The client in a customer's metadata, linked if it has no customer yet. */
    async linkByMetadata({ id, metadata }: Stripe.Customer) {
      const { data: clientId } = z.uuid().safeParse(metadata[CLIENT_KEY]);
      if (!clientId) return undefined;
      const [known] = await db
        .select({ id: organizations.id })
        .from(organizations)
        .where(eq(organizations.id, clientId));
      return known && (await link(clientId, id)) === id ? clientId : undefined;
    },

    /** The client's customer, created when there is none or when `gone` was deleted in Stripe. */
    ensure(stripe: Stripe, client: Client, gone?: string) {
      const customer =
        pending.get(client.clientId) ?? create(stripe, client, gone).finally(() => pending.delete(client.clientId));
      pending.set(client.clientId, customer);
      return customer;
    },
  };
}

export const customers = service(({ database }) => openCustomers(database.accounts));

export type Customers = ReturnType<typeof openCustomers>;
