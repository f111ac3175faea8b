import { initTRPC } from '@trpc/server';
import { z } from 'zod';
import type { AccountDb } from '../../db/handles.ts';
import { fairQueue } from '../../flow/fair-queue.ts';
import { type ErrorShape, explain, notFound, PortalError } from '../errors.ts';
import { noteWait } from '../http/admission.ts';
import { findTenant } from '../identity/find-tenant.ts';
import type { LiveSession } from '../identity/session.ts';
import { assertWithinGeneral, assertWithinLimit, setLimitHeaders } from '../limits/limits.ts';
import { RATES, type RateName } from '../limits/rates.ts';
import { ANSWER_BYTES, EMBEDDED_BODIES } from '../limits/sizes.ts';
import { TIMEOUTS } from '../timeouts.ts';
import { type Admit, accountHolder, anyone, member, person, pipeline } from './admissions.ts';
import { admitOperator, admitOperatorKey } from './admit-operator.ts';
import { HANDLES, type RequestContext, tenantOf } from './context.ts';
import { assertSupportMay } from './delegates.ts';
import { idempotencyKeyOf } from './idempotency.ts';
import type { Access, Policy, RouteMeta } from './rest.ts';

const t = initTRPC
  .context<RequestContext>()
  .meta<RouteMeta>()
  .create({
    isDev: false,
    errorFormatter({ shape, error }): ErrorShape {
      const { errorCode, status, message, issues, retryAfter, limit } = explain(error);
      return { ...shape, message, data: { ...shape.data, httpStatus: status, errorCode, issues, retryAfter, limit } };
    },
  });

export const router = t.router;

/** Who looks at a client. */
type Viewer = Pick<LiveSession, 'user'> & Pick<RequestContext, 'request'>;

// The order of a chain is the order of its errors: session (401), limit (429), body and input (400), role (403), then
// the handler's own.

/** Counts the call against the general limits: of the session, key or address, and of the organization. */
async function countGeneral(ctx: RequestContext) {
  const counted = await ctx.identify({ counting: true });
  if (counted) return assertWithinGeneral(ctx.reply, counted.general, counted.organization);
  // Both in one statement.
  const ofClient = tenantOf(ctx.caller) && ctx.consume('client');
  const [general, organization] = await Promise.all([ctx.consume('general'), ofClient]);
  assertWithinGeneral(ctx.reply, general, organization);
}

/** Identifies the caller, admits the call and counts it against the limit of the procedure. */
async function admitAndCount<Admitted>(
  ctx: RequestContext,
  limit: Policy['limit'],
  admit: () => Admitted | Promise<Admitted>,
): Promise<Admitted> {
  const rate = limit && RATES[limit];
  if (!rate || limit === 'general') {
    await countGeneral(ctx);
    return admit();
  }

  await ctx.identify();
  // Without a client to count by, as strangers are, the general limit applies; so the document says of 401, 403, 429.
  if (rate.by === 'client' && !tenantOf(ctx.caller)) {
    await countGeneral(ctx);
    return admit();
  }
  const quota = 'wellFormed' in rate ? await ctx.peek(limit) : await ctx.consume(limit);
  setLimitHeaders(ctx.reply, quota);
  if (!('wellFormed' in rate)) assertWithinLimit(quota);
  return admit();
}

type Read = () => Promise<unknown>;

/** Keeps the body, which can be read once, for the comparison of calls with one Idempotency-Key. */
function remembered(getRawInput: Read): Read {
  let input: Promise<unknown> | undefined;
  return () => {
    input ??= getRawInput();
    return input;
  };
}

/** A missing tRPC input is an empty object, as over REST. The body is read only when an `.input()` asks for it. */
const orEmpty = (getRawInput: Read) => async () => {
  const raw = await getRawInput();
  return raw === undefined ? {} : raw;
};

/** Admits the caller again after a body that was long in coming: it may be sent when the access has ended. */
const confirmed =
  (getRawInput: Read, stillAdmitted: RequestContext['stillAdmitted']): Read =>
  async () => {
    const raw = await getRawInput();
    await stillAdmitted();
    return raw;
  };

// One middleware for each kind of caller: tRPC copies the context at every step, which dominates the cost of a call.
const procedureFor = <Admitted extends object>(access: Access, admit: Admit<Admitted>) =>
  t.procedure.meta({ access }).use(async ({ ctx, type, meta, getRawInput, next }) => {
    const policy = meta ?? {};
    const admitNow = (now: RequestContext) => {
      assertSupportMay(now.caller, type, policy);
      return admit(now, type, policy);
    };
    const admitted = await admitAndCount(ctx, policy.limit, () => admitNow(ctx));
    const stillAdmitted = async () => {
      const caller = await ctx.confirm();
      if (caller) await admitNow({ ...ctx, caller });
    };
    const placed = ctx.request.place?.changeTo(policy.weight ?? 'ordinary');
    if (placed && (await placed) && access !== 'anyone') await stillAdmitted();
    const { answersAtMost = Number.POSITIVE_INFINITY } = ctx;
    ctx.request.answerBytes = Math.min(ANSWER_BYTES[policy.weight ?? 'ordinary'], answersAtMost);
    const isKeyed = type === 'mutation' && idempotencyKeyOf(ctx.request, meta) !== undefined;
    const mayBeHeld = type === 'mutation' && access !== 'anyone' && !ctx.request.raw.complete;
    const getInput = mayBeHeld ? confirmed(getRawInput, stillAdmitted) : getRawInput;
    const read = isKeyed ? remembered(getInput) : getInput;
    // tRPC's types know a changed context or a changed input, not both.
    const input: object = { getRawInput: orEmpty(read) };
    const outcome = await next({ ctx: { ...admitted, stillAdmitted }, ...input });
    await ctx.settle({ succeeded: outcome.ok, changes: type === 'mutation' });
    return outcome;
  });

/** For anyone: `ctx.db` on the account tables. */
export const publicProcedure = procedureFor('anyone', anyone);

/** For signed-in people and their own account: `ctx.user`, `ctx.session`, and `ctx.db` on the account tables. */
export const signedInProcedure = procedureFor('person', accountHolder);

/**
 * For those who run the portal: `ctx.db` on the account tables, `ctx.reach` for services, both within the portfolios of
 * an operator who has some. To everybody else its address does not exist.
 */
export const operatorProcedure = procedureFor('operator', (ctx, type, policy) =>
  admitOperator(ctx, { ...policy, changes: type === 'mutation' }),
);

/**
 * Admits the caller of an operator route before an error of the request itself is reported.
 *
 * @throws as operatorProcedure does
 */
export const admitToAddress = (ctx: RequestContext, access: Access | undefined): Promise<unknown> | undefined =>
  access === 'operator' || access === 'operatorKey'
    ? admitAndCount(ctx, undefined, () => admitOperator(ctx, { changes: false }))
    : undefined;

/** For the data of one client: `ctx.tenant`, and `ctx.db` under its row-level security. */
export const tenantProcedure = procedureFor('member', member);

// Work on a second body of a client would prolong the transaction of the first, for which everybody waits.
const embeddedBodies = fairQueue(EMBEDDED_BODIES);

/**
 * On an embedded database reads and stores a body in its turn: the others wait unread, in the buffers of their sockets.
 */
async function inTurn<T>(
  key: string,
  { stillAdmitted, request, [HANDLES]: handles }: RequestContext,
  store: () => Promise<T>,
) {
  if (!handles.embedded) return store();
  const began = performance.now();
  const work = async (waited: boolean) => {
    if (waited) noteWait(request, 'bodies', performance.now() - began);
    if (waited) await stillAdmitted();
    return store();
  };
  return embeddedBodies.run(key, work, () => AbortSignal.timeout(TIMEOUTS.embeddedBody));
}

/** For pipelines: `ctx.tenant`, and `ctx.db` under its row-level security. */
export const pipelineProcedure = procedureFor('pipeline', pipeline);

/** For pipelines that write the data of one client. */
export const ingestProcedure = pipelineProcedure.use(({ ctx, next }) => inTurn(ctx.tenant.clientId, ctx, () => next()));

/** For signed-in people who bring a file of records. */
export const importProcedure = tenantProcedure.use(({ ctx, next }) => inTurn(ctx.tenant.clientId, ctx, () => next()));

/** The client in the address of a call; over tRPC it is in the input, which is not read yet. */
const addressed = ({ request }: RequestContext) => (request.params as { id?: string }).id;

/** For keys of the operator, which write the data of any client: `addressedClient` follows the input. */
export const operatorIngestProcedure = procedureFor('operatorKey', admitOperatorKey).use(({ ctx, next }) =>
  inTurn(addressed(ctx) ?? ctx.operatorKey.id, ctx, () => next()),
);

/**
 * Opens the client that the input names by its `id`, whatever its status: `ctx.tenant`, and `ctx.db` under its
 * row-level security.
 */
export const addressedClient = t.middleware(async ({ ctx, input, next }) => {
  const { [HANDLES]: handles } = ctx;
  const tenant = ctx.reach && (await findTenant(handles.within(ctx.reach).accounts, (input as { id: string }).id));
  if (!tenant) throw notFound();
  return next({ ctx: { tenant, db: handles.as(tenant) } });
});

/**
 * Opens the client in a query by its `clientId` for somebody who runs the portal, whatever its status, and notes that:
 * `ctx.tenant`, and `ctx.db` under its row-level security. The caller then counts as one of the client.
 *
 * @throws NOT_FOUND
 */
export const viewedClient = (note: (db: AccountDb, viewer: Viewer, clientId: string) => Promise<void>) =>
  t.middleware(async ({ ctx, meta, getRawInput, next }) => {
    const { caller, request, reach, [HANDLES]: handles } = ctx;
    const { data: clientId } = z.uuid().safeParse(((await getRawInput()) as { clientId?: unknown }).clientId);
    if (!reach || caller.kind !== 'person') throw notFound();
    const { accounts } = handles.within(reach);
    const tenant = clientId && (await findTenant(accounts, clientId));
    if (!tenant) throw notFound();
    await note(accounts, { user: caller.user, request }, tenant.clientId);
    const db = meta?.versioned ? handles.toRead(tenant) : handles.as(tenant);
    return next({ ctx: { tenant, db, caller: { ...caller, tenant } } });
  });

/** Counts the call against a further limit at this place of the chain, or against its own limit for valid input. */
export const limited = (name: RateName) =>
  t.middleware(async ({ ctx, next }) => {
    const quota = await ctx.consume(name);
    setLimitHeaders(ctx.reply, quota);
    assertWithinLimit(quota);
    return next();
  });

/** Requires a session from here on, in a chain that serves strangers first. */
export const signedIn = t.middleware(({ ctx, next }) => next({ ctx: person(ctx) }));

function requireAdmin({ caller }: RequestContext) {
  if (caller.kind !== 'person' || caller.session.role !== 'admin')
    throw new PortalError('FORBIDDEN', 'Only an administrator of the organization can do this.');
}

/** Requires an administrator, also after a wait. Placed after `.input()`, so that invalid input is reported first. */
export const adminOnly = t.middleware(({ ctx, next }) => {
  requireAdmin(ctx);
  const stillAdmitted = async () => {
    await ctx.stillAdmitted();
    requireAdmin(ctx);
  };
  return next({ ctx: { stillAdmitted } });
});
