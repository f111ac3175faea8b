import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { TenantDb } from '../db/handles.ts';
import { clientModule, organizations } from '../db/schema/index.ts';
import type { Tenant } from '../db/tenant.ts';
import type { Env } from '../server/env.ts';

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

/** The modules of a client, in their order: those that an operator chose, else what is usual. */
const modulesOf = (env: Pick<Env, 'STRIPE_SECRET_KEY'>, { modules }: { modules: Module[] | null }): Module[] =>
  clientModule.enumValues.filter((module) => (modules ? modules.includes(module) : isUsual(env, module)));

/** An organization with the modules that its people see. */
export const withModules = <Row extends { modules: Module[] | null }>(
  env: Pick<Env, 'STRIPE_SECRET_KEY'>,
  row: Row,
) => ({
  ...row,
  modules: modulesOf(env, row),
});

/** The modules that the people of an organization see, for what is written to them. */
export async function readModules(db: TenantDb, { clientId }: Tenant, env: Pick<Env, 'STRIPE_SECRET_KEY'>) {
  const { id, modules } = organizations;
  const [row] = await db.select({ modules }).from(organizations).where(eq(id, clientId));
  return new Set(modulesOf(env, row ?? { modules: null }));
}
