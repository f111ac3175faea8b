import { randomUUIDv7 } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/handles.ts';
import { connections, organizations } from '../../db/schema/index.ts';
import { ownedBy, type Tenant } from '../../db/tenant.ts';
import { factsChanged } from '../../server/cache/versions.ts';
import type { Env } from '../../server/env.ts';
import { PortalError } from '../../server/errors.ts';
import type { Granted } from '../plans/granted.ts';
import { withinPlan } from '../plans/within-plan.ts';
import { emit } from '../webhooks/public.ts';
import { sealCredential } from './credentials.ts';
import { KINDS, type KindName } from './kinds/index.ts';
import type { GivenSource } from './kinds/kind.ts';

interface ProvedSource {
  kind: KindName;
  given: GivenSource;
  /** What the tool calls it. */
  name: string;
  label?: string | undefined;
  /** The operator's credential, in place of one of the client. */
  operatorGrantId?: string;
}

/** The connection of a kind, locked until the transaction ends, as new ones are. */
async function lockKind(tx: TenantDb, tenant: Tenant, kind: string) {
  await tx.execute(sql`select from ${organizations} where id = ${tenant.clientId}::uuid for no key update`);
  const [existing] = await tx
    .select()
    .from(connections)
    .where(ownedBy(tenant, connections, eq(connections.kind, kind)));
  return existing;
}

/**
 * Stores a connection whose credential was proved, or mends the one of the same kind and property; it is read at once.
 *
 * @throws INVALID_TRANSITION where the kind is connected to another property; PLAN_LIMIT
 */
export async function storeConnection(
  tx: TenantDb,
  { tenant, env, granted }: { tenant: Tenant; env: Env; granted: Granted },
  { kind, given, name, label, operatorGrantId }: ProvedSource,
) {
  const existing = await lockKind(tx, tenant, kind);
  if (existing && (existing.property !== given.property || existing.url !== given.url))
    throw new PortalError(
      'INVALID_TRANSITION',
      `${KINDS[kind].tool} is connected to ${existing.property}. Please remove that connection first.`,
    );
  if (!existing) await withinPlan(tx, tenant, granted, { limit: 'connections' });
  const id = existing?.id ?? randomUUIDv7();
  const now = new Date();
  const isMended = existing !== undefined && existing.status !== 'connected';
  const fields = {
    sealedCredential: given.credential ? sealCredential(env, id, given.credential) : null,
    grantId: given.grantId ?? null,
    operatorGrantId: operatorGrantId ?? null,
    managedBy: operatorGrantId ? ('operator' as const) : ('client' as const),
    label: label ?? existing?.label ?? name,
    nextSyncAt: now,
    lease: null,
    leasedUntil: null,
    status: 'connected' as const,
    problem: null,
    failures: 0,
    tellAt: null,
    updatedAt: now,
    ...(isMended && { since: now }),
  };
  const { property, url } = given;
  const [stored] = await tx
    .insert(connections)
    .values({ ...fields, clientId: tenant.clientId, id, kind, property, url })
    .onConflictDoUpdate({ target: [connections.clientId, connections.id], set: fields })
    .returning();
  if (!stored) throw new Error('A connection was not stored.');
  if (isMended) {
    const data = { connectionId: id, kind };
    await emit(tx, tenant, { type: 'connection.restored', subject: id, data });
  }
  await factsChanged(tx, tenant);
  return { stored, isNew: !existing };
}
