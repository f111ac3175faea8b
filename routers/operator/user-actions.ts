import { eq, sql } from 'drizzle-orm';
import type { AccountDb, Reach } from '../../db/handles.ts';
import { authenticators, memberships, operators, sessions, supportSessions, users } from '../../db/schema/index.ts';
import { notFound, PortalError } from '../../server/errors.ts';
import { isInPortfolioOf } from '../../server/identity/reach.ts';
import { ITSELF, record } from '../../server/identity/security-trail.ts';
import { endSupportSessions } from '../../server/identity/support-sessions.ts';
import type { Outbox } from '../../server/mail/outbox.ts';
import type { MailTemplate } from '../../server/mail/template.ts';
import { service } from '../../server/services.ts';
import { operatorProcedure } from '../../server/trpc/procedures.ts';
import { clearAllFailures, endGrants, forgetPending, voidEmailChange, voidTokens } from '../auth/public.ts';
import { ById, Data } from '../values/shapes.ts';
import { type Actor, holdRole, noteAction, type OperatorAction } from './actions.ts';
import { accountLockedMail, accountUnlockedMail, secondFactorResetMail, sessionsEndedMail } from './mails.ts';
import { operatorRoutes, Reason } from './shapes.ts';
import { ListedUser, readUser } from './users.ts';

type User = typeof users.$inferSelect;

interface UserAction {
  action: Extract<OperatorAction, `user_${string}`>;
  /** The event in the trail of the account. */
  event: 'account_locked' | 'account_unlocked' | 'second_factor_reset' | 'sessions_ended';
  template: () => MailTemplate;
  /** Does it to a locked row, and returns whether that changed anything. */
  apply: (tx: AccountDb, user: User) => Promise<boolean>;
}

/** Ends sign-ins that wait for a code, then sessions: in the order of a second step, which locks its token first. */
async function endSessions(tx: AccountDb, { id }: User) {
  await voidTokens(tx, id, ['second_factor']);
  const ended = await tx.delete(sessions).where(eq(sessions.userId, id)).returning({ id: sessions.id });
  await endSupportSessions(tx, eq(supportSessions.userId, id));
  return ended.length > 0;
}

const VERBS = {
  lock: {
    action: 'user_locked',
    event: 'account_locked',
    template: accountLockedMail,
    async apply(tx, user) {
      await endSessions(tx, user);
      // Whoever is locked out may have asked for it, and would confirm it from the other mailbox.
      await voidEmailChange(tx, user.id);
      await endGrants(tx, user.id);
      if (user.lockedAt) return false;
      await tx.update(users).set({ lockedAt: new Date() }).where(eq(users.id, user.id));
      return true;
    },
  },
  unlock: {
    action: 'user_unlocked',
    event: 'account_unlocked',
    template: accountUnlockedMail,
    async apply(tx, user) {
      await clearAllFailures(tx, user.email);
      if (!user.lockedAt) return false;
      await tx.update(users).set({ lockedAt: null }).where(eq(users.id, user.id));
      return true;
    },
  },
  'reset-second-factor': {
    action: 'user_second_factor_reset',
    event: 'second_factor_reset',
    template: secondFactorResetMail,
    async apply(tx, user) {
      await voidTokens(tx, user.id, ['second_factor']);
      await forgetPending(tx, user.id);
      const removed = await tx.delete(authenticators).where(eq(authenticators.userId, user.id)).returning();
      return removed.length > 0;
    },
  },
  'end-sessions': {
    action: 'user_sessions_ended',
    event: 'sessions_ended',
    template: sessionsEndedMail,
    apply: endSessions,
  },
} as const satisfies Record<string, UserAction>;

/** What operators do to accounts. */
export type Verb = keyof typeof VERBS;

interface Deed {
  verb: Verb;
  userId: string;
  reason: string;
}

/**
 * Does something to an account, once: what changes nothing is neither told to its owner nor noted. Returns whether it
 * did.
 *
 * @throws NOT_FOUND
 */
export async function actOnUser(tx: AccountDb, actor: Actor | undefined, mail: Outbox, { verb, userId, reason }: Deed) {
  const { action, event, template, apply }: UserAction = VERBS[verb];
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  if (!user) throw notFound();
  if (!(await apply(tx, user))) return false;
  await mail.queue(tx, user.email, template());
  await record(tx, actor?.request ?? ITSELF, { type: event, userId, actor: 'The operator of the portal' });
  await noteAction(tx, actor, action, { userId, reason });
  return true;
}

/**
 * Requires a person who belongs to the clients that an operator reaches and to no others, and does not run the portal.
 *
 * @throws NOT_FOUND, FORBIDDEN
 */
async function requireWithin(tx: AccountDb, reach: Reach, userId: string) {
  if (reach === 'all') return;
  const { orgId } = memberships;
  const seats = await tx
    .select({ isOwn: sql<boolean>`${isInPortfolioOf(reach.operatorId, orgId)}` })
    .from(memberships)
    .where(eq(memberships.userId, userId));
  if (!seats.some(({ isOwn }) => isOwn)) throw notFound();
  if (seats.some(({ isOwn }) => !isOwn) || (await tx.$count(operators, eq(operators.userId, userId))) > 0)
    throw new PortalError(
      'FORBIDDEN',
      'This person also belongs to clients that are not yours, or runs the portal. Please ask an operator of all clients.',
    );
}

/** Operators with portfolios have no rights on accounts: what they do to those of their people, the portal does. */
const userDeeds = service(
  ({ database, mail }) =>
    (actor: Actor & { reach: Reach }, deed: Deed) =>
      database.accounts.transaction(async (tx) => {
        await holdRole(tx, actor);
        await requireWithin(tx, actor.reach, deed.userId);
        await actOnUser(tx, actor, mail, deed);
        return readUser(tx, deed.userId);
      }),
);

const WithReason = ById.extend({ reason: Reason });

/** A route that does something to an account. */
function userAction(verb: Verb, summary: string, description: string) {
  return operatorProcedure
    .meta(
      operatorRoutes.post(`/operator/users/{id}/${verb}`, summary, {
        description: `${description} The owner is notified by email if anything changes.`,
        returns: 'The account afterwards.',
        creates: false,
      }),
    )
    .input(WithReason)
    .output(Data(ListedUser))
    .mutation(async ({ ctx, input: { id, reason } }) => {
      // Nobody may be left to undo it but the command line.
      if (verb === 'lock' && id === ctx.user.id)
        throw new PortalError('FORBIDDEN', 'Your own account has to be locked by another operator.');
      const data = await ctx.deps.use(userDeeds)(ctx, { verb, userId: id, reason });
      return { ok: true, data };
    });
}

export const userActionProcedures = {
  lock: userAction(
    'lock',
    'Lock a user',
    'Ends all sessions of the account, withdraws a change of its address that is not confirmed yet, and refuses its sign-ins with 403. `FORBIDDEN` for your own account.',
  ),
  unlock: userAction(
    'unlock',
    'Unlock a user',
    'Lets the account sign in again, also where wrong passwords had locked it.',
  ),
  resetSecondFactor: userAction(
    'reset-second-factor',
    'Reset the second factor of a user',
    'Removes the authenticator and the backup codes; sign-in then needs the password only.',
  ),
  endSessions: userAction('end-sessions', 'End the sessions of a user', 'Signs the account out everywhere.'),
};
