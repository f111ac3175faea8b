import { randomUUID } from 'node:crypto';
import type { Tenant } from '../../../db/tenant.ts';
import type { Deps } from '../../../server/deps.ts';
import { seconds } from '../../../server/durations.ts';
import { type Issue, PortalError } from '../../../server/errors.ts';
import { type AskSource, sourceClient } from '../ask-source.ts';
import { GOOGLE_SCOPES, type GoogleKind } from '../google/scopes.ts';
import { KINDS } from '../kinds/index.ts';
import type { GivenSource } from '../kinds/kind.ts';
import { problemOf, SourceFailure } from '../problems.ts';
import { checkNeeds, provedName } from '../prove.ts';
import { accountTokens, operatorTokens } from './grants.ts';

/** How many properties are asked for at once, and how long all of them may take. */
const PROVING = { atOnce: 10, time: seconds(50) };

export interface WantedConnection {
  tenant: Tenant;
  kind: GoogleKind;
  property: string;
}

export interface ProvedConnection extends WantedConnection {
  given: GivenSource;
  name: string;
}

export interface Credential {
  /** A grant of the operator, if there is one. */
  grantId: string | undefined;
  /** The key of a service account, in place of what the grant has. */
  key: string | undefined;
}

function tokensOf({ database, env }: Pick<Deps, 'database' | 'env'>, { grantId, key }: Credential, ask: AskSource) {
  if (key) return accountTokens({ env, ask }, key);
  return operatorTokens({ accounts: database.accounts, env, ask }, grantId ?? '');
}

/**
 * Proves by calls of the tools that a credential is accepted and may read all properties.
 *
 * @throws VALIDATION_ERROR that says why, of each property that it may not read
 */
export async function proveAll(
  deps: Pick<Deps, 'database' | 'env'>,
  credential: Credential,
  wanted: WantedConnection[],
) {
  const { env } = deps;
  const time = AbortSignal.timeout(PROVING.time);
  const ask = sourceClient(env, time);
  const grantToken = tokensOf(deps, credential, ask);
  if (credential.key && wanted.length === 0)
    await grantToken(GOOGLE_SCOPES.google_analytics).catch((failure) => {
      if (!(failure instanceof SourceFailure)) throw failure;
      throw new PortalError('VALIDATION_ERROR', problemOf(failure.problem).sentence('Google'), { cause: failure });
    });
  const proved: ProvedConnection[] = [];
  const issues: Issue[] = [];

  async function proveOne(index: number, { tenant, kind, property }: WantedConnection) {
    try {
      const given = { ...checkNeeds({ kind, property, grantId: randomUUID() }), grantId: undefined };
      const access = { ...given, ask, googleBase: env.GOOGLE_API_BASE, timezone: tenant.timezone, grantToken };
      proved.push({ tenant, kind, property, given, name: await provedName(kind, access) });
    } catch (error) {
      if (!(error instanceof PortalError || time.aborted)) throw error;
      const own = error instanceof PortalError ? error.issues?.[0]?.message : undefined;
      const message = own ?? problemOf('no_answer').sentence(KINDS[kind].tool);
      issues.push({ path: `connections.${index}.property`, message });
    }
  }

  for (let first = 0; first < wanted.length; first += PROVING.atOnce)
    await Promise.all(
      wanted.slice(first, first + PROVING.atOnce).map((connection, place) => proveOne(first + place, connection)),
    );
  if (issues.length > 0) throw new PortalError('VALIDATION_ERROR', undefined, { issues });
  return proved;
}
