import { initTRPC } from '@trpc/server';
import { type ErrorShape, explain, PortalError } from '../errors.ts';
import { checkText } from '../http/text.ts';
import { assertWithinLimit, setLimitHeaders } from '../limits/limits.ts';
import { RATES, type RateName } from '../limits/rates.ts';
import { HANDLES, type RequestContext } from './context.ts';
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

// The order in which a chain is written is the order in which a caller is told what is wrong:
// session (401), limit (429), body and input (400), role (403), then whatever the handler finds.

/** Finds out who is calling, and counts the call against the limit of the procedure, before or after it is admitted. */
async function admitAndCount<Admitted>(
  ctx: RequestContext,
  limit: Policy['limit'],
  admit: () => Admitted,
): Promise<Admitted> {
  const rate = limit && RATES[limit];
  if (!rate || limit === 'general') {
    assertWithinLimit((await ctx.identify({ counting: true })) ?? (await ctx.hit('general')));
    return admit();
  }

  await ctx.identify();
  // What counts by client cannot count a stranger, whose calls the general limit holds back.
  const byClient = rate.by === 'client';
  if (byClient && ctx.caller.kind === 'stranger') assertWithinLimit(await ctx.hit('general'));
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

/** People do everything; a key with `read` opens queries, and nothing that changes or costs. */
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

/** Nothing unreadable gets past the ladder; the body itself is read only when an `.input()` asks for it. */
const readable = (getRawInput: Read) => ({
  getRawInput: async () => {
    const raw = await getRawInput();
    // Without parameters REST has an empty object, and so has tRPC.
    return raw === undefined ? {} : checkText(raw);
  },
});

type Call = 'query' | 'mutation' | 'subscription';

// Each rung is one middleware: tRPC copies the whole context at every step, and that is most of what a call costs.
const rung = <Admitted extends object>(access: Access, admit: (ctx: RequestContext, type: Call) => Admitted) =>
  t.procedure.meta({ access }).use(async ({ ctx, type, meta, getRawInput, next }) => {
    const admitted = await admitAndCount(ctx, meta?.limit, () => admit(ctx, type));
    // Rows are refused one by one: whoever takes them in checks the text of each.
    return next({ ctx: admitted, ...(meta?.rows ? {} : readable(getRawInput)) });
  });

/** Anyone: `ctx.db` on the account tables. */
export const publicProcedure = rung('anyone', anyone);

/** Someone who is signed in, for their own account: `ctx.user`, `ctx.session`, and `ctx.db` on the account tables. */
export const signedInProcedure = rung('person', person);

/** One client's data: `ctx.tenant`, and `ctx.db` under its row-level security. */
export const tenantProcedure = rung('member', member);

/** A pipeline, writing one client's data. */
export const ingestProcedure = rung('pipeline', pipeline);

/** Counts the call against one more limit where it stands in the chain, or against its own that wants well-formed input. */
export const limited = (name: RateName) =>
  t.middleware(async ({ ctx, next }) => {
    const quota = await ctx.hit(name);
    setLimitHeaders(ctx.reply, quota);
    assertWithinLimit(quota);
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
