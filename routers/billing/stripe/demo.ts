import { randomBytes } from 'node:crypto';
import type { Database } from '../../../db/database.ts';
import { demoOrganization } from '../../../demo/find-organization.ts';
import { packageFolder } from '../../../optional/packages.ts';
import type { Companion } from '../../../server/domain.ts';
import type { Env } from '../../../server/env.ts';
import { findTenant } from '../../../server/identity/find-tenant.ts';
import { openStripe } from './client.ts';
import { openCustomers } from './customers.ts';
import { sync } from './sync.ts';

const secret = (prefix: string) => `${prefix}_${randomBytes(24).toString('hex')}`;

/**
 * For a demo without a Stripe key: starts an in-memory Stripe on a loopback port, with a subscription of the demo.
 * Without Stripe’s library the demo has no billing.
 */
export async function startDemoStripe(env: Env, prepared: Promise<Database>): Promise<Companion | undefined> {
  const database = await prepared;
  const wanted = env.SEED_DEMO && !env.STRIPE_SECRET_KEY && !env.production && packageFolder('stripe');
  const demo = wanted ? await demoOrganization(database) : undefined;
  if (!demo) return undefined;
  const [{ seedCustomer }, { startStripe }] = await Promise.all([
    import('../../../demo/services/stripe/seed.ts'),
    import('../../../demo/services/stripe/server.ts'),
  ]);

  const settings = {
    STRIPE_SECRET_KEY: secret('sk_demo'),
    STRIPE_WEBHOOK_SECRET: env.STRIPE_WEBHOOK_SECRET ?? secret('whsec_demo'),
  };
  const server = await startStripe({ key: settings.STRIPE_SECRET_KEY, webhookSecret: settings.STRIPE_WEBHOOK_SECRET });
  const located = { ...settings, STRIPE_API_BASE: server.url };

  const customers = openCustomers(database.accounts);
  const customer =
    (await customers.customerOf(demo.clientId)) ?? (await customers.link(demo.clientId, 'cus_demo')) ?? 'cus_demo';
  seedCustomer(server.store, server.url, { id: customer, ...demo, now: new Date() });
  const stripe = openStripe(located);
  const tenant = await findTenant(database.accounts, demo.clientId);
  // On a disk that is almost full, what an earlier start has stored must do.
  if (stripe && tenant && !database.isReadOnly()) await sync(database, stripe, { tenant, customer });
  return {
    settings: located,
    listening: (address) => server.events.sendTo(`${address}/api/billing/webhook`),
    stop: server.close,
  };
}
