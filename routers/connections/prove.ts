import type { TenantDb } from '../../db/handles.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Env } from '../../server/env.ts';
import { PortalError } from '../../server/errors.ts';
import { sourceClient } from './ask-source.ts';
import { clientTokens } from './google/grants.ts';
import { tokenOf } from './google/tokens.ts';
import { KINDS, type KindName } from './kinds/index.ts';
import type { GivenSource, SourceAccess } from './kinds/kind.ts';
import { problemOf, SourceFailure } from './problems.ts';

type Input = { kind: KindName } & Record<string, unknown>;

/** Checks the fields that a kind needs. @throws VALIDATION_ERROR with the field that is wrong */
export function checkNeeds(input: Input): GivenSource {
  const { data: given, error } = KINDS[input.kind].needs.safeParse(input);
  if (!error) return given;
  const issues = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw new PortalError('VALIDATION_ERROR', undefined, { issues });
}

/**
 * Calls the tool, and returns its name for the connection.
 *
 * @throws VALIDATION_ERROR with what the tool says in a sentence
 */
export async function provedName(name: KindName, access: SourceAccess): Promise<string> {
  const kind = KINDS[name];
  try {
    return await kind.prove(access);
  } catch (failure) {
    if (!(failure instanceof SourceFailure)) throw failure;
    throw new PortalError('VALIDATION_ERROR', problemOf(failure.problem).sentence(kind.tool), { cause: failure });
  }
}

/**
 * Checks what a person gave for a connection, by a call of the tool.
 *
 * @throws VALIDATION_ERROR with the field that is wrong, or with what the tool says in a sentence
 */
export async function prove({ env, db, tenant }: { env: Env; db: TenantDb; tenant: Tenant }, input: Input) {
  const given = checkNeeds(input);
  const ask = sourceClient(env);
  const grantToken = tokenOf({ env, ask }, clientTokens({ db, tenant }, given.grantId));
  const access = { ...given, ask, googleBase: env.GOOGLE_API_BASE, timezone: tenant.timezone, grantToken };
  return { given, name: await provedName(input.kind, access) };
}
