import { initTRPC } from '@trpc/server';
import type { Context } from './context.ts';
import { explain, PortalError } from './errors.ts';
import { checkText } from './http/text.ts';
import { announce, type RateName, rateLimited } from './rate-limit.ts';
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

/** Nothing unreadable gets past the first middleware; the body itself is read only when an `.input()` asks for it. */
const readable = t.middleware(({ getRawInput, next }) =>
  next({ getRawInput: async () => checkText(await getRawInput()) }),
);

/** Counts the call and refuses it past its limit; named limits are announced in headers, the general one is not. */
export const limited = (name: RateName) =>
  t.middleware(async ({ ctx, next }) => {
    const verdict = await ctx.spend(name);
    if (name !== 'everyOther') announce(ctx.reply, verdict);
    if (verdict.exceeded) throw rateLimited(verdict);
    return next();
  });

/** Announces a limit that counts well-formed calls only, so that the others carry its headers too. */
const announced = (name: RateName) =>
  t.middleware(async ({ ctx, next }) => {
    announce(ctx.reply, await ctx.spend(name, { increment: false }));
    return next();
  });

const strangersLimited = t.middleware(async ({ ctx, next }) => {
  const verdict = ctx.caller.kind === 'stranger' ? await ctx.spend('everyOther') : undefined;
  if (verdict?.exceeded) throw rateLimited(verdict);
  return next();
});

export const signedIn = t.middleware(({ ctx, next }) => {
  const { caller } = ctx;
  if (caller.kind === 'stranger') throw new PortalError('UNAUTHENTICATED');
  if (caller.kind === 'key') throw new PortalError('FORBIDDEN', 'An API key cannot do this; please sign in.');
  return next({ ctx: { ...caller, db: ctx.deps.database.db } });
});

/** People do everything; a key with `read` opens queries, and nothing that changes or costs. */
const inTenant = t.middleware(({ ctx, type, next }) => {
  const { caller } = ctx;
  if (caller.kind === 'stranger') throw new PortalError('UNAUTHENTICATED');
  if (caller.kind === 'key' && !(type === 'query' && caller.scopes.includes('read')))
    throw new PortalError('FORBIDDEN', 'This API key does not have the scope for that.');
  return next({ ctx: { tenant: caller.tenant, db: tenantDb(ctx, caller.tenant) } });
});

const byPipeline = t.middleware(({ ctx, next }) => {
  const { caller } = ctx;
  if (caller.kind !== 'key') throw new PortalError('UNAUTHENTICATED', 'Send an API key with the scope "ingest".');
  if (!caller.scopes.includes('ingest'))
    throw new PortalError('FORBIDDEN', 'This API key does not have the scope "ingest".');
  return next({ ctx: { tenant: caller.tenant, db: tenantDb(ctx, caller.tenant) } });
});

const tenantDb = ({ deps }: Context, { clientId }: { clientId: string }) =>
  deps.database.as({ role: 'portal_tenant', clientId });

/** Put after `.input()`: a member learns first what is wrong with the input, then that it is not theirs to send. */
export const adminOnly = t.middleware(({ ctx, next }) => {
  if (ctx.caller.kind !== 'person' || ctx.caller.session.role !== 'admin')
    throw new PortalError('FORBIDDEN', 'Only an administrator of the organization can do this.');
  return next();
});

const everyone = t.procedure.use(readable);

/** Anyone. */
export const publicProcedure = everyone.use(limited('everyOther'));

/** Anyone, and every answer tells where the limit on sign-ins stands, whatever else it says. */
export const loginProcedure = everyone.use(announced('login')).use(limited('everyOther'));

/** Someone who is signed in, for their own account: `ctx.user`, `ctx.session`, and `ctx.db` on the account tables. */
export const signedInProcedure = publicProcedure.use(signedIn);

/** One client's data: `ctx.tenant`, and `ctx.db` under its row-level security. */
export const tenantProcedure = publicProcedure.use(inTenant);

/** As above, counted by client instead of by session. */
export const insightsProcedure = everyone.use(strangersLimited).use(inTenant).use(limited('insights'));

/** A pipeline, writing one client's data. */
export const ingestProcedure = publicProcedure.use(byPipeline);
