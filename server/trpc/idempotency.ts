import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { TenantDb } from '../../db/handles.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { RunHandler } from '../../internals/trpc.ts';
import { seconds } from '../durations.ts';
import { invalid, PortalError } from '../errors.ts';
import { outside } from '../http/admission.ts';
import { jsonOf } from '../http/json.ts';
import { findTenant, oldestOrganization } from '../identity/find-tenant.ts';
import { TIMEOUTS } from '../timeouts.ts';
import { type Claimed, markingAccountDb, markingTenantDb } from './committed-calls.ts';
import { HANDLES, type RequestContext, tenantOf } from './context.ts';
import { fingerprintOf } from './fingerprint.ts';
import { type Policy, type RouteMeta, repeatable } from './rest.ts';
import {
  claimKey,
  findKey,
  type KeyedCall,
  releaseKey,
  roomFor,
  type StoredResponse,
  storeResponse,
} from './stored-responses.ts';

const ANSWER_LOST =
  'The first request with this Idempotency-Key was completed, but its response was lost. Please look at what it did before you send another one.';

const KEY = /^[\x21-\x7e]{1,255}$/;

/** The Idempotency-Key of a call that creates something. @throws VALIDATION_ERROR if it is malformed */
export function idempotencyKeyOf({ headers }: FastifyRequest, policy: Policy | undefined): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || !policy || !repeatable(policy)) return undefined;
  if (typeof key !== 'string' || !KEY.test(key))
    throw invalid('Idempotency-Key', 'must be 1 to 255 visible ASCII characters');
  return key;
}

/** The answer as it is kept: without its secrets. */
async function withoutSecrets(answer: unknown, { secrets = [], weight }: Policy) {
  const text = String(await jsonOf(answer, weight));
  if (secrets.length === 0) return text;
  const copy = JSON.parse(text);
  for (const path of secrets) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    delete names.reduce((part, name) => part?.[name] ?? {}, copy)[last];
  }
  return JSON.stringify(copy);
}

/** The response headers that the route documents, such as the ETag. */
function documentedHeaders({ reply }: RequestContext, { openapi }: RouteMeta) {
  const names = Object.keys(openapi?.responseHeaders?.shape ?? {});
  return Object.fromEntries(
    names.flatMap((name) => (reply.hasHeader(name) ? [[name, String(reply.getHeader(name))]] : [])),
  );
}

/** What comes of a claim: the answer of the call that has the key, or none where this call has it now. */
interface Claim {
  kept?: StoredResponse;
  /** Whether the other call was waited for. */
  waited: boolean;
}

/** Claims the key, or waits for the answer of the call that has it. */
async function claimOrAnswer(call: KeyedCall, { reply, request }: RequestContext): Promise<Claim> {
  const end = performance.now() + TIMEOUTS.firstAnswer;
  let waited = false;
  for (let wait = 25, free = true; performance.now() < end && !reply.raw.destroyed; wait = Math.min(wait * 2, 400)) {
    if (free && (await claimKey(call))) return { waited };

    const found = await findKey(call);
    free = found?.free ?? true;
    if (!found && !(await roomFor(call)))
      throw new PortalError(
        'RATE_LIMITED',
        'Your organization has sent too many Idempotency-Keys within 24 hours. Please wait, or send the request without one.',
        { retryAfter: 600 },
      );
    if (found && !free) {
      const { fingerprint, status, headers, answer, answerLost } = found;
      if (fingerprint !== call.fingerprint) throw new PortalError('IDEMPOTENCY_CONFLICT');
      if (status !== null && answer !== null) return { kept: { status, headers: headers ?? {}, answer }, waited };
      if (answerLost) throw new PortalError('IDEMPOTENCY_CONFLICT', ANSWER_LOST);
    }
    await outside(request, () => pause(wait));
    waited = true;
  }
  throw new PortalError('SERVICE_UNAVAILABLE', 'The first request with this Idempotency-Key is still being answered.');
}

/** Writes the outcome of a call; while the database is away, again in the background. */
async function settle(
  { log }: Pick<RequestContext['deps'], 'log'>,
  write: () => Promise<void>,
  tries = 30,
): Promise<void> {
  try {
    await write();
  } catch (err) {
    log.warn({ err }, 'The outcome of a call with an Idempotency-Key could not be stored.');
    if (tries > 1) pause(seconds(2), undefined, { ref: false }).then(() => settle({ log }, write, tries - 1));
  }
}

/**
 * The tenant that keeps the answer. A call that moves its caller is repeated from another organization, so its answer
 * is kept at the caller's oldest.
 */
async function homeOf(ctx: RequestContext & { tenant?: Tenant }, { movesCaller = false }: Policy) {
  const { caller } = ctx;
  // A key of the operator has no organization: it writes for the client of its call.
  if (!movesCaller) return tenantOf(caller) ?? (caller.kind === 'operatorKey' ? ctx.tenant : undefined);
  // A key is no person: what these calls do, they do for the people themselves.
  if (caller.kind !== 'person') return undefined;
  const { accounts } = ctx[HANDLES];
  const oldest = await oldestOrganization(accounts, caller.user.id);
  return oldest && findTenant(accounts, oldest);
}

/** What the handler of a claimed call gets in place of its context’s own. */
function markingContext({ db, reach, [HANDLES]: handles }: RequestContext & { db?: unknown }, call: KeyedCall) {
  const { tenant, caller, key, claim } = call;
  const claimed: Claimed = { clientId: tenant.clientId, caller, key, claim };
  const { accounts } = handles.within(reach ?? 'all');
  const marking = db === accounts ? markingAccountDb(accounts, claimed) : markingTenantDb(db as TenantDb, claimed);
  return { db: marking, claimed };
}

interface Call {
  ctx: object;
  path?: unknown;
  meta?: unknown;
  getRawInput: () => Promise<unknown>;
}

/**
 * Runs the handler of a procedure once for all calls with one Idempotency-Key, caller and input: the others get its
 * answer. Input and role are checked before, for each of them. Failures change nothing, so they are not kept. Where the
 * work was done and its answer is lost, nothing is done again.
 *
 * @throws IDEMPOTENCY_CONFLICT for another input or a lost answer, SERVICE_UNAVAILABLE if the first call takes too long
 */
export async function onceForKey(call: Call, run: RunHandler): Promise<unknown> {
  const ctx = call.ctx as RequestContext;
  const meta = (call.meta ?? {}) as RouteMeta;
  const key = idempotencyKeyOf(ctx.request, meta);
  const { caller, deps, reply } = ctx;
  const tenant = key === undefined ? undefined : await homeOf(ctx, meta);
  if (key === undefined || caller.kind === 'stranger' || !tenant) return run();

  const keyed: KeyedCall = {
    db: ctx[HANDLES].as(tenant),
    tenant,
    caller: caller.kind === 'person' ? caller.user.id : caller.id,
    key,
    fingerprint: await fingerprintOf(String(call.path), await call.getRawInput()),
    claim: randomUUIDv7(),
    worker: deps.worker,
  };
  const { kept, waited } = await claimOrAnswer(keyed, ctx).catch((error) => {
    // A claim whose time was over may still be made: the server goes on with it for as long as a statement may take.
    if (!(error instanceof PortalError))
      pause(TIMEOUTS.database, undefined, { ref: false }).then(() => settle(deps, () => releaseKey(keyed)));
    throw error;
  });
  if (kept) {
    // A call that moves its caller ends the access that its repeats began with.
    if (waited && !meta.movesCaller) await ctx.stillAdmitted();
    reply.code(kept.status).headers({ ...kept.headers, 'Idempotent-Replayed': 'true' });
    return JSON.parse(kept.answer);
  }

  // Over tRPC the status is 200, but the answer may be asked for again over REST.
  reply.code(meta.status ?? 200);
  try {
    if (waited) await ctx.stillAdmitted();
    const data = await run(markingContext(ctx, keyed));
    const answer = await withoutSecrets(data, meta);
    const headers = documentedHeaders(ctx, meta);
    await settle(deps, () => storeResponse(keyed, { status: reply.statusCode, headers, answer }));
    return data;
  } catch (error) {
    await settle(deps, () => releaseKey(keyed));
    throw error;
  }
}
