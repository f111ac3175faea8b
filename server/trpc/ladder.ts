import { initTRPC } from '@trpc/server';
import { fairQueue } from '../../db/fair-queue.ts';
import { type ErrorShape, explain, PortalError } from '../errors.ts';
import { checkText } from '../http/text.ts';
import { assertWithinGeneral, assertWithinLimit, setLimitHeaders } from '../limits/limits.ts';
import { RATES, type RateName } from '../limits/rates.ts';
import { INGEST_BODIES } from '../limits/sizes.ts';
import { TIMEOUTS } from '../timeouts.ts';
import { HANDLES, type RequestContext } from './context.ts';
import { idempotencyKeyOf } from './idempotency.ts';
import type { Access, Policy, RouteMeta } from './rest.ts';

const t = initTRPC
  .context<RequestContext>()
  .meta<RouteMeta>()
  .create({
    isDev: false,
    errorFormatter({ shape, error }): ErrorShape {
      const { errorCode, status, message, issues, retryAfter } = explain(error);
      return { ...shape, message, data: { ...shape.data, httpStatus: status, errorCode, issues, retryAfter } };
    },
  });

export const router = t.router;

// The order of a chain is the order of its errors: session (401), limit (429), body and input (400), role (403), then
// the handler's own.

/** Counts the call against the general limits: of the session, key or address, and of the organization. */
async function countGeneral(ctx: RequestContext) {
  const counted = await ctx.identify({ counting: true });
  if (counted) return assertWithinGeneral(ctx.reply, counted.general, counted.organization);
  const general = await ctx.hit('general');
  assertWithinGeneral(ctx.reply, general);
  if (ctx.caller.kind !== 'stranger') assertWithinGeneral(ctx.reply, general, await ctx.hit('client'));
}

/** Identifies the caller, admits the call and counts it against the limit of the procedure. */
async function admitAndCount<Admitted>(
  ctx: RequestContext,
  limit: Policy['limit'],
  admit: () => Admitted,
): Promise<Admitted> {
  const rate = limit && RATES[limit];
  if (!rate || limit === 'general') {
    await countGeneral(ctx);
    return admit();
  }

  await ctx.identify();
  // Strangers have no client to count by: the general limit applies to them.
  const byClient = rate.by === 'client';
  if (byClient && ctx.caller.kind === 'stranger') await countGeneral(ctx);
  const admitted = byClient ? admit() : undefined;
  const quota = 'wellFormed' in rate ? await ctx.look(limit) : await ctx.hit(limit);
  setLimitHeaders(ctx.reply, quota);
  if (!('wellFormed' in rate)) assertWithinLimit(quota);
  return admitted ?? admit();
}

const anyone = ({ [HANDLES]: handles }: RequestContext) => ({ db: handles.accounts });

function person({ caller, [HANDLES]: handles }: RequestContext) {
  if (caller.kind === 'stranger') throw new PortalError('UNAUTHENTICATED');
  if (caller.kind === 'key') throw new PortalError('FORBIDDEN', 'An API key cannot do this; please sign in.');
  return { ...caller, db: handles.accounts };
}

/** Members may call everything; a key with the scope `read` only queries. */
function member(ctx: RequestContext, type: Call) {
  const { caller } = ctx;
  if (caller.kind === 'stranger') throw new PortalError('UNAUTHENTICATED');
  if (caller.kind === 'key' && !(type === 'query' && caller.scopes.includes('read')))
    throw new PortalError('FORBIDDEN', 'This API key does not have the scope for that.');
  return { tenant: caller.tenant, db: ctx[HANDLES].as(caller.tenant) };
}

function pipeline(ctx: RequestContext) {
  const { caller } = ctx;
  if (caller.kind !== 'key') throw new PortalError('UNAUTHENTICATED', 'Send an API key with the scope "ingest".');
  if (!caller.scopes.includes('ingest'))
    throw new PortalError('FORBIDDEN', 'This API key does not have the scope "ingest".');
  return { tenant: caller.tenant, db: ctx[HANDLES].as(caller.tenant) };
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

/** Rejects text that cannot be stored. The body is read only when an `.input()` asks for it. */
const readable = (getRawInput: Read) => ({
  getRawInput: async () => {
    const raw = await getRawInput();
    // A missing tRPC input is an empty object, as over REST.
    return raw === undefined ? {} : checkText(raw);
  },
});

type Call = 'query' | 'mutation' | 'subscription';

// One middleware for each kind of caller: tRPC copies the context at every step, which dominates the cost of a call.
const rung = <Admitted extends object>(access: Access, admit: (ctx: RequestContext, type: Call) => Admitted) =>
  t.procedure.meta({ access }).use(async ({ ctx, type, meta, getRawInput, next }) => {
    const admitted = await admitAndCount(ctx, meta?.limit, () => admit(ctx, type));
    const isKeyed = idempotencyKeyOf(ctx.request, meta) !== undefined;
    const read = isKeyed ? remembered(getRawInput) : getRawInput;
    // Rows are rejected one by one: their procedure checks the text of each.
    const outcome = await next({ ctx: admitted, ...(meta?.rows ? { getRawInput: read } : readable(read)) });
    await ctx.settle({ succeeded: outcome.ok });
    return outcome;
  });

/** For anyone: `ctx.db` on the account tables. */
export const publicProcedure = rung('anyone', anyone);

/** For signed-in people and their own account: `ctx.user`, `ctx.session`, and `ctx.db` on the account tables. */
export const signedInProcedure = rung('person', person);

/** For the data of one client: `ctx.tenant`, and `ctx.db` under its row-level security. */
export const tenantProcedure = rung('member', member);

// A body is read and stored in its turn: the others wait unread, in the buffers of their sockets.
const bodies = fairQueue(INGEST_BODIES);

/** For pipelines that write the data of one client. */
export const ingestProcedure = rung('pipeline', pipeline).use(({ ctx, next }) =>
  bodies.run(ctx.tenant.clientId, () => next(), TIMEOUTS.ingestTurn),
);

/** Counts the call against a further limit at this place of the chain, or against its own limit for valid input. */
export const limited = (name: RateName) =>
  t.middleware(async ({ ctx, next }) => {
    const quota = await ctx.hit(name);
    setLimitHeaders(ctx.reply, quota);
    assertWithinLimit(quota);
    return next();
  });

/** Requires a session from here on, in a chain that serves strangers first. */
export const signedIn = t.middleware(({ ctx, next }) => next({ ctx: person(ctx) }));

/** Requires an administrator. Placed after `.input()`, so that invalid input is reported first. */
export const adminOnly = t.middleware(({ ctx, next }) => {
  if (ctx.caller.kind !== 'person' || ctx.caller.session.role !== 'admin')
    throw new PortalError('FORBIDDEN', 'Only an administrator of the organization can do this.');
  return next();
});
