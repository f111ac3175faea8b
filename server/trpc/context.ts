import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.ts';
import type { AccountDb, Reach } from '../../db/handles.ts';
import { mint, type Tenant } from '../../db/tenant.ts';
import type { Deps } from '../deps.ts';
import { PortalError } from '../errors.ts';
import { isApiKey } from '../identity/api-keys.ts';
import { refreshSessionCookies, sessionToken, settleCookies } from '../identity/cookies.ts';
import { type Assistant, findAssistantGrant, isGrantToken } from '../identity/grant-tokens.ts';
import { findOperatorKey, isOperatorKey } from '../identity/operator-keys.ts';
import { bearerOf, networkOfRequest } from '../identity/sender.ts';
import type { LiveSession } from '../identity/session.ts';
import { findSupportSession, type Support } from '../identity/support-sessions.ts';
import { isSupportToken } from '../identity/tokens.ts';
import type { GeneralQuotas, Quota } from '../limits/limits.ts';
import { RATES, type RateName, type SubjectRate } from '../limits/rates.ts';
import type { Claimed } from './committed-calls.ts';

/**
 * The caller: a signed-in person, who may be an operator in a support session, or whose assistant calls; a pipeline
 * with an API key of an organization or of the operator; or a stranger.
 */
export type Caller =
  | ({ kind: 'person'; tenant: Tenant; support?: Support; assistant?: Assistant } & LiveSession)
  | { kind: 'key'; id: string; name: string; scopes: string[]; tenant: Tenant }
  | { kind: 'operatorKey'; id: string; name: string; createdBy: string; limited: boolean }
  | { kind: 'stranger' };

/** The part of the platform for handlers: without the database, which they get scoped from their procedure. */
export type HandlerDeps = Pick<Deps, 'env' | 'log' | 'cache' | 'mail' | 'jobs' | 'sessions' | 'worker' | 'use'>;

/** The key of the database handles in the context. Only this folder imports it. */
export const HANDLES = Symbol('handles');

export interface RequestContext {
  deps: HandlerDeps;
  [HANDLES]: Pick<Database, 'accounts' | 'as' | 'toRead' | 'within' | 'embedded'>;
  request: FastifyRequest;
  reply: FastifyReply;
  /** A stranger until `identify` has run. */
  caller: Caller;
  /** The clients of a caller who runs the portal, and of keys of such; set by their base procedures. */
  reach?: Reach | undefined;
  /** Maximum bytes of the answer, where it has less room than its weight allows. */
  answersAtMost?: number | undefined;
  /** The claim of the call’s Idempotency-Key, for work that is not a transaction of its own handle. */
  claimed?: Claimed | undefined;
  /**
   * Identifies the caller, as the first step of every procedure. With `counting` it may count the call against the
   * general limit in the same statement, with the other calls of its batch, and then returns the quota.
   */
  identify: (how?: { counting: boolean }) => Promise<GeneralQuotas | undefined>;
  /**
   * Looks the caller up again if that was some time ago. Returns the caller then, to be admitted again.
   *
   * @throws UNAUTHENTICATED if the session or key has ended, or now belongs to another organization
   */
  confirm: () => Promise<Caller | undefined>;
  /**
   * Admits the caller again after a wait, in which access may have ended: for explicit use, by whatever made the call
   * wait. Set by the base procedure; before it nobody is admitted.
   *
   * @throws UNAUTHENTICATED, and as the base procedure does
   */
  stillAdmitted: () => Promise<void>;
  /**
   * Ends the call: only one that succeeded extends the session and changes cookies. After a change the next call of a
   * batch identifies its caller again.
   */
  settle: (outcome: { succeeded: boolean; changes: boolean }) => Promise<void>;
  /** Counts this call against a limit. */
  consume: (name: RateName) => Promise<Quota>;
  /** Takes the count of this call back. */
  refund: (name: RateName) => Promise<void>;
  /** Reads the caller's quota without counting. */
  peek: (name: RateName) => Promise<Quota>;
  /** Counts against a limit of a subject, such as the recipient of a mail. */
  consumeFor: (name: SubjectRate, subject: string) => Promise<Quota>;
  /** Takes that count back. */
  refundFor: (name: SubjectRate, subject: string) => Promise<void>;
}

interface Found {
  caller: Caller;
  /** Of the calls that the look-up counted. */
  quotas?: GeneralQuotas[];
  /** Run after a successful call: extends a session past half of its lifetime, and records activity. */
  leave: (() => Promise<void>)[];
}

/** A look-up and its time, in milliseconds of the monotonic clock. */
type Known = Found & { at: number };

const STRANGER = { kind: 'stranger' } as const;

// Milliseconds. Bodies of clients that do not hold them back arrive sooner, so that their calls need no second look-up.
const RECENT = 20;

const isSame = (one: Caller, other: Caller) =>
  one.kind === 'person'
    ? other.kind === 'person' && one.session.id === other.session.id && one.tenant.clientId === other.tenant.clientId
    : one.kind === 'stranger' || (other.kind === one.kind && one.id === other.id);

/** The organization of a caller: strangers and the operator's keys have none. */
export const tenantOf = (caller: Caller) => ('tenant' in caller ? caller.tenant : undefined);

const idsOf = (caller: Caller) => {
  if (caller.kind === 'stranger') return undefined;
  const client = tenantOf(caller)?.clientId;
  return caller.kind === 'person' ? { client, user: caller.user.id } : { client, key: caller.id };
};

/** The subject that a limit counts this call by. */
function countedBy(name: RateName, request: FastifyRequest, caller: Caller) {
  const { by } = RATES[name];
  if (by === 'address' || caller.kind === 'stranger') return networkOfRequest(request);
  if (caller.kind === 'person') return by === 'client' ? caller.tenant.clientId : caller.session.id;
  return by === 'client' && caller.kind === 'key' ? caller.tenant.clientId : caller.id;
}

/**
 * Builds the context of one HTTP request. A tRPC batch shares it, and its queries one look-up of the caller, which also
 * counts all of its `calls` that count against the general limit.
 */
export function buildContext(deps: Deps, request: FastifyRequest, reply: FastifyReply, calls = 1): RequestContext {
  let known: Promise<Known> | undefined;
  let leave: Found['leave'] = [];
  let quotas: GeneralQuotas[] | undefined;
  const { env, log, cache, mail, jobs, sessions, worker, use, database, limits } = deps;
  const lookUp = async (counting: boolean) => {
    const found = await find(deps, request, reply, counting && !quotas ? calls : 0);
    quotas ??= found.quotas;
    return { ...found, at: performance.now() };
  };
  const by = (name: RateName) => countedBy(name, request, context.caller);
  const context: RequestContext = {
    deps: { env, log, cache, mail, jobs, sessions, worker, use },
    [HANDLES]: database,
    request,
    reply,
    caller: STRANGER,
    async identify(how = { counting: false }) {
      known ??= lookUp(how.counting);
      const found = await known;
      context.caller = found.caller;
      leave = found.leave;
      request.organization = tenantOf(found.caller)?.clientId;
      request.callerIds = idsOf(found.caller);
      return how.counting ? quotas?.shift() : undefined;
    },
    async confirm() {
      const found = await known;
      if (!found || performance.now() - found.at < RECENT) return undefined;
      const { caller, at } = await lookUp(false);
      if (!isSame(found.caller, caller))
        throw new PortalError('UNAUTHENTICATED', 'Your access changed while the request waited. Please send it again.');
      found.at = at;
      // Steps that follow the input, such as `adminOnly`, see the role of now.
      if (found.caller.kind === 'person' && caller.kind === 'person') found.caller.session.role = caller.session.role;
      return caller;
    },
    async settle({ succeeded, changes }) {
      // The work is done: the answer must not fail for the sake of these.
      for (const note of succeeded ? leave.splice(0) : [])
        await note().catch((err) => request.log.warn({ err }, 'The use of a session was not noted.'));
      settleCookies(reply, { succeeded });
      if (changes) known = undefined;
    },
    async stillAdmitted() {},
    consume: (name) => limits.consume(name, by(name)),
    refund: (name) => limits.refund(name, by(name)),
    peek: (name) => limits.peek(name, by(name)),
    consumeFor: (name, subject) => limits.consume(name, subject),
    refundFor: (name, subject) => limits.refund(name, subject),
  };
  return context;
}

/**
 * The tenant-scoped context builder: it runs before every procedure, and nothing else decides whose data a call sees.
 * The tenant comes from the session or the key, verified in the database on each call, never from the caller's input.
 */
async function find(deps: Deps, request: FastifyRequest, reply: FastifyReply, calls: number): Promise<Found> {
  const key = bearerOf(request);
  if (key && isApiKey(key)) {
    const found = await deps.apiKeys.check(key, request);
    if (!found) return { caller: STRANGER, leave: [] };
    const { organization, ...apiKey } = found;
    return { caller: { kind: 'key', ...apiKey, tenant: mint(organization) }, leave: [] };
  }
  if (key && isOperatorKey(key)) {
    const found = await findOperatorKey(deps.database.accounts, key, request);
    return { caller: found ? { kind: 'operatorKey', ...found } : STRANGER, leave: [] };
  }

  if (request.routeOptions.config.forAssistants) {
    const found = key && isGrantToken(key) ? await findAssistantGrant(deps.database.accounts, key) : undefined;
    if (!found) return { caller: STRANGER, leave: [] };
    return { caller: { kind: 'person', ...found, tenant: mint(found.session.organization) }, leave: [] };
  }

  const token = sessionToken(request);
  if (!token) return { caller: STRANGER, leave: [] };
  if (isSupportToken(token)) {
    const found = await findSupportSession(deps.database.accounts, token);
    if (!found) return { caller: STRANGER, leave: [] };
    return { caller: { kind: 'person', ...found, tenant: mint(found.session.organization) }, leave: [] };
  }

  const counted = deps.limits.withSession ? calls : 0;
  const [live, further] = await Promise.all([
    deps.sessions.check(token, { counting: counted > 0 }),
    deps.sessions.countFurther(token, counted - 1),
  ]);
  // Cookies are not cleared: this answer may arrive after one that set new ones, and would delete those.
  if (!live.session) return { caller: STRANGER, leave: [] };
  const { session } = live;
  const extend = async () => {
    const expiresAt = await deps.sessions.extend(session);
    if (expiresAt) refreshSessionCookies(reply, token, expiresAt);
  };
  const markActive = () => deps.sessions.markActive(session.organization.clientId);
  return {
    caller: { kind: 'person', ...live, tenant: mint(session.organization) },
    ...(session.calls && { quotas: [session.calls, ...further].map(deps.limits.generalQuotas) }),
    leave: [...(session.fresh ? [extend] : []), ...(session.activeRecently ? [] : [markActive])],
  };
}

/** The context of a procedure on the account tables. */
export type AccountContext = RequestContext & { db: AccountDb };
