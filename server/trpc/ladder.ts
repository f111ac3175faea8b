import { initTRPC } from '@trpc/server';
import type { Tenant } from '../../db/tenant.ts';
import { explain, PortalError } from '../errors.ts';
import { checkText } from '../http/text.ts';
import { announce, type RateName, rateLimited } from '../limits/limit.ts';
import { type Context, HANDLES } from './context.ts';
import type { RestMeta } from './rest.ts';

const t = initTRPC
  .context<Context>()
  .meta<RestMeta>()
  .create({
    isDev: false,
    errorFormatter({ shape, error }) {
      const { errorCode, status, message, issues, retryAfter } = explain(error);
      return { ...shape, message, data: { ...shape.data, httpStatus: status, errorCode, issues, retryAfter } };
    },
  });

export const router = t.router;

// The order in which a chain is written is the order in which a caller is told what is wrong:
// session (401), limit (429), body and input (400), role (403), then whatever the handler finds.

/** Counts the call against a limit of its own, tells where that stands, and refuses the call past it. */
async function count({ spend, reply }: Context, name: RateName) {
  const verdict = await spend(name);
  announce(reply, verdict);
  if (verdict.exceeded) throw rateLimited(verdict);
}

/** Finds out who is calling, and counts the call against the limit of all routes without one of their own. */
async function enter(ctx: Context) {
  const verdict = (await ctx.identify({ counting: true })) ?? (await ctx.spend('everyOther'));
  if (verdict.exceeded) throw rateLimited(verdict);
}

const tenantDb = ({ [HANDLES]: handles }: Context, tenant: Tenant) => handles.as(tenant);

function person({ caller, [HANDLES]: handles }: Context) {
  if (caller.kind === 'stranger') throw new PortalError('UNAUTHENTICATED');
  if (caller.kind === 'key') throw new PortalError('FORBIDDEN', 'An API key cannot do this; please sign in.');
  return { ...caller, db: handles.accounts };
}

/** People do everything; a key with `read` opens queries, and nothing that changes or costs. */
function member(ctx: Context, type: 'query' | 'mutation' | 'subscription') {
  const { caller } = ctx;
  if (caller.kind === 'stranger') throw new PortalError('UNAUTHENTICATED');
  if (caller.kind === 'key' && !(type === 'query' && caller.scopes.includes('read')))
    throw new PortalError('FORBIDDEN', 'This API key does not have the scope for that.');
  return { tenant: caller.tenant, db: tenantDb(ctx, caller.tenant) };
}

function pipeline(ctx: Context) {
  const { caller } = ctx;
  if (caller.kind !== 'key') throw new PortalError('UNAUTHENTICATED', 'Send an API key with the scope "ingest".');
  if (!caller.scopes.includes('ingest'))
    throw new PortalError('FORBIDDEN', 'This API key does not have the scope "ingest".');
  return { tenant: caller.tenant, db: tenantDb(ctx, caller.tenant) };
}

type Read = () => Promise<unknown>;

/** Nothing unreadable gets past the ladder; the body itself is read only when an `.input()` asks for it. */
const readable = (getRawInput: Read) => ({
  getRawInput: async () => {
    const raw = await getRawInput();
    // Without parameters REST has an empty object, and so has tRPC.
    return raw === undefined ? {} : checkText(raw);
  },
});

// Each rung is one middleware: tRPC copies the whole context at every step, and that is most of what a call costs.

const anyone = ({ [HANDLES]: handles }: Context) => ({ db: handles.accounts });

/** Anyone: `ctx.db` on the account tables. */
export const publicProcedure = t.procedure.use(async ({ ctx, getRawInput, next }) => {
  await enter(ctx);
  return next({ ctx: anyone(ctx), ...readable(getRawInput) });
});

/** Anyone, within a limit of its own. */
export const limitedProcedure = (name: RateName) =>
  t.procedure.use(async ({ ctx, getRawInput, next }) => {
    await ctx.identify();
    await count(ctx, name);
    return next({ ctx: anyone(ctx), ...readable(getRawInput) });
  });

/** Anyone, and every answer tells where the limit on sign-ins stands, whatever else it says; what counts is well-formed. */
export const loginProcedure = t.procedure.use(async ({ ctx, getRawInput, next }) => {
  await ctx.identify();
  announce(ctx.reply, await ctx.spend('login', { increment: false }));
  return next({ ctx: anyone(ctx), ...readable(getRawInput) });
});

/** Someone who is signed in, for their own account: `ctx.user`, `ctx.session`, and `ctx.db` on the account tables. */
export const signedInProcedure = t.procedure.use(async ({ ctx, getRawInput, next }) => {
  await enter(ctx);
  return next({ ctx: person(ctx), ...readable(getRawInput) });
});

/** One client's data: `ctx.tenant`, and `ctx.db` under its row-level security. */
export const tenantProcedure = t.procedure.use(async ({ ctx, type, getRawInput, next }) => {
  await enter(ctx);
  return next({ ctx: member(ctx, type), ...readable(getRawInput) });
});

/** As above, counted by client instead of by session. */
export const insightsProcedure = t.procedure.use(async ({ ctx, type, getRawInput, next }) => {
  await ctx.identify();
  if (ctx.caller.kind === 'stranger') await enter(ctx);
  const admitted = member(ctx, type);
  await count(ctx, 'insights');
  return next({ ctx: admitted, ...readable(getRawInput) });
});

/** A pipeline, writing one client's data. */
export const ingestProcedure = t.procedure.use(async ({ ctx, getRawInput, next }) => {
  await enter(ctx);
  return next({ ctx: pipeline(ctx), ...readable(getRawInput) });
});

/** As above, for rows that are refused one by one: whoever takes them in checks the text of each. */
export const rowsProcedure = t.procedure.use(async ({ ctx, next }) => {
  await enter(ctx);
  return next({ ctx: pipeline(ctx) });
});

/** A limit of its own, where it stands in the chain. */
export const limited = (name: RateName) =>
  t.middleware(async ({ ctx, next }) => {
    await count(ctx, name);
    return next();
  });

/** A session is wanted from here on, in a chain that does something for strangers first. */
export const signedIn = t.middleware(({ ctx, next }) => next({ ctx: person(ctx) }));

/** Put after `.input()`: a member learns first what is wrong with the input, then that it is not theirs to send. */
export const adminOnly = t.middleware(({ ctx, next }) => {
  if (ctx.caller.kind !== 'person' || ctx.caller.session.role !== 'admin')
    throw new PortalError('FORBIDDEN', 'Only an administrator of the organization can do this.');
  return next();
});
