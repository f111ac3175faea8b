import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { TenantDb } from '../db/handles.ts';
import { clientModule, organizations } from '../db/schema/index.ts';
import type { Tenant } from '../db/tenant.ts';
import type { Deps } from '../server/deps.ts';
import type { Env } from '../server/env.ts';
import { planGrants } from './plans/granted.ts';

// The parts of the portal that the people of a client see. Pages, mails and reports leave the others out; the API does
// not.

export type Module = (typeof clientModule.enumValues)[number];

export const Module = z.enum(clientModule.enumValues);

export const Modules = z.array(Module).meta({
  description: 'The parts of the portal that its people see in pages, emails and reports.',
  example: ['visibility', 'ai_search', 'goals', 'tasks', 'reports'],
});

const isUsual = ({ STRIPE_SECRET_KEY }: Pick<Env, 'STRIPE_SECRET_KEY'>, module: Module) =>
  module !== 'developer' && (module !== 'billing' || STRIPE_SECRET_KEY !== undefined);

type Means = Pick<Deps, 'env' | 'use'>;
type Client = Pick<typeof organizations.$inferSelect, 'id' | 'modules'>;

/** The modules of a client, in their order: those that an operator chose, else its plan’s, else what is usual. */
export async function modulesOf({ env, use }: Means, { id: clientId, modules }: Client): Promise<Module[]> {
  const has = (chosen: Module[]) => clientModule.enumValues.filter((module) => chosen.includes(module));
  if (modules) return has(modules);
  const { features } = await use(planGrants).of(clientId);
  const usual = clientModule.enumValues.filter((module) => isUsual(env, module));
  // Whatever a plan has, people find what they pay for it.
  return features ? has([...features, ...usual.filter((module) => module === 'billing')]) : usual;
}

/** An organization with the modules that its people see. Not within a transaction: the plan is read beside it. */
export const withModules = async <Row extends Client>(means: Means, row: Row) => ({
  ...row,
  modules: await modulesOf(means, row),
});

/** The modules that the people of an organization see, for what is written to them. */
export async function readModules(db: TenantDb, { clientId }: Tenant, means: Means) {
  const { id, modules } = organizations;
  const [row] = await db.select({ id, modules }).from(organizations).where(eq(id, clientId));
  return new Set(await modulesOf(means, row ?? { id: clientId, modules: null }));
}
