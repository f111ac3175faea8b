import { setTimeout as wait } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { z } from 'zod';
import type { AccountDb } from '../../../db/handles.ts';
import { billingCustomers, organizations } from '../../../db/schema/index.ts';
import { service } from '../../../server/services.ts';
import { TIMEOUTS } from '../../../server/timeouts.ts';
import { isTaken } from './client.ts';

/** How a customer in Stripe says which client it is, for those that were made there first. */
const CLIENT = 'portal_client_id';

interface Client {
  clientId: string;
  name: string;
}

/** Which Stripe customer is which client. Speaks as the portal: it is asked before a tenant is known. */
export function customerBook(db: AccountDb) {
  const { orgId, stripeCustomerId } = billingCustomers;

  async function ofClient(clientId: string) {
    const [row] = await db.select({ id: stripeCustomerId }).from(billingCustomers).where(eq(orgId, clientId));
    return row?.id;
  }

  async function clientOf(customer: string) {
    const [row] = await db.select({ id: orgId }).from(billingCustomers).where(eq(stripeCustomerId, customer));
    return row?.id;
  }

  /** Notes a customer where the client has none, or `instead` of one that is gone; says who it is in the end. */
  async function note(clientId: string, customer: string, instead?: string) {
    if (instead)
      await db
        .update(billingCustomers)
        .set({ stripeCustomerId: customer })
        .where(and(eq(orgId, clientId), eq(stripeCustomerId, instead)));
    else
      await db.insert(billingCustomers).values({ orgId: clientId, stripeCustomerId: customer }).onConflictDoNothing();
    return ofClient(clientId);
  }

  /**
   * Stripe itself makes one customer for many processes that ask at once: they all ask under one key, with the same
   * words. Whoever comes while the first is still at it waits, and finds what that one made.
   */
  async function make(stripe: Stripe, { clientId, name }: Client, gone: string | undefined) {
    const idempotencyKey = ['portal-customer', clientId, gone].filter(Boolean).join('-');
    const until = Date.now() + TIMEOUTS.stripe;
    for (;;) {
      const present = await ofClient(clientId);
      if (present && present !== gone) return present;
      try {
        const { id } = await stripe.customers.create({ metadata: { [CLIENT]: clientId } }, { idempotencyKey });
        const noted = (await note(clientId, id, gone)) ?? id;
        // The name may change, and so is no part of what is asked under the key.
        await stripe.customers.update(noted, { name }).catch(() => {});
        return noted;
      } catch (error) {
        if (!isTaken(error) || Date.now() > until) throw error;
        await wait(200);
      }
    }
  }

  const making = new Map<string, Promise<string>>();

  return {
    ofClient,
    clientOf,
    note,

    /** The client that a customer of Stripe's names in its metadata, noted when it is one that has no customer yet. */
    async introduced({ id, metadata }: Stripe.Customer) {
      const { data: clientId } = z.uuid().safeParse(metadata[CLIENT]);
      if (!clientId) return undefined;
      const [known] = await db
        .select({ id: organizations.id })
        .from(organizations)
        .where(eq(organizations.id, clientId));
      return known && (await note(clientId, id)) === id ? clientId : undefined;
    },

    /** The client's customer, made when there is none, or when Stripe no longer knows the one that is `gone`. */
    ensure(stripe: Stripe, client: Client, gone?: string) {
      const under =
        making.get(client.clientId) ?? make(stripe, client, gone).finally(() => making.delete(client.clientId));
      making.set(client.clientId, under);
      return under;
    },
  };
}

export const customers = service(({ database }) => customerBook(database.accounts));

export type CustomerBook = ReturnType<typeof customerBook>;
