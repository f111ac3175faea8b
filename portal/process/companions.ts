import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/database.ts';
import type { Companion, Domain } from '../../server/domain.ts';
import type { Env } from '../../server/env.ts';

/** Starts the companions of all domains, while the database is being prepared. */
export async function startCompanions(
  env: Env,
  domains: Domain[],
  prepared: Promise<Database>,
  log: FastifyBaseLogger,
): Promise<Required<Companion>> {
  const started = await Promise.all(domains.map(({ companion }) => companion?.(env, prepared, log)));
  const companions = started.filter((companion) => companion !== undefined);
  return {
    settings: Object.assign({}, ...companions.map(({ settings }) => settings)),
    listening: (address) => {
      for (const { listening } of companions) listening?.(address);
    },
    stop: () => Promise.all(companions.map(({ stop }) => stop())),
  };
}
