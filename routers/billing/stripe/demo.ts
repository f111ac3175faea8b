import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../../../db/connection.ts';
import { memberships, organizations, users } from '../../../db/schema/index.ts';
import { DEMO } from '../../../db/seed.ts';
import { furnish } from '../../../demo/stripe/furnish.ts';
import { startStripe } from '../../../demo/stripe/server.ts';
import type { Env } from '../../../server/env.ts';
import { openStripe } from './client.ts';
import { customerBook } from './customers.ts';
import { sync } from './sync.ts';

const secret = (prefix: string) => `${prefix}_${randomBytes(24).toString('hex')}`;

async function demoOrganization({ db }: Database) {
  const [row] = await db
    .select({ clientId: organizations.id, name: organizations.name })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .innerJoin(organizations, eq(organizations.id, memberships.orgId))
    .where(eq(users.email, DEMO.email))
    .orderBy(memberships.createdAt)
    .limit(1);
  return row;
}

export interface StripeAtHand {
  /** What the environment says of Stripe from now on. */
  settings: Partial<Pick<Env, 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API_BASE'>>;
  /** Tells it where the portal listens. */
  listening: (address: string) => void;
  stop: () => Promise<unknown>;
}

/**
 * Where Stripe is: as configured, or, for a demo without a key, a small one on a loopback port in which the demo
 * organization has a subscription. It forgets when it stops; the portal asks it anew at each start.
 */
export async function findStripe(env: Env, database: Database): Promise<StripeAtHand> {
  const demo =
    env.SEED_DEMO && !env.STRIPE_SECRET_KEY && !env.production ? await demoOrganization(database) : undefined;
  if (!demo) return { settings: {}, listening: () => {}, stop: async () => {} };

  const settings = {
    STRIPE_SECRET_KEY: secret('sk_demo'),
    STRIPE_WEBHOOK_SECRET: env.STRIPE_WEBHOOK_SECRET ?? secret('whsec_demo'),
  };
  const server = await startStripe({ key: settings.STRIPE_SECRET_KEY, webhookSecret: settings.STRIPE_WEBHOOK_SECRET });
  const located = { ...settings, STRIPE_API_BASE: server.url };

  const book = customerBook(database.db);
  const customer = (await book.ofClient(demo.clientId)) ?? (await book.note(demo.clientId, 'cus_demo')) ?? 'cus_demo';
  furnish(server.store, server.url, { id: customer, ...demo, now: new Date() });
  const stripe = openStripe(located);
  if (stripe) await sync(database, stripe, { clientId: demo.clientId, customer });
  return {
    settings: located,
    listening: (address) => server.events.sendTo(`${address}/api/billing/webhook`),
    stop: server.close,
  };
}
