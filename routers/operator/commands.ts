import { parseArgs } from 'node:util';
import { asc, eq } from 'drizzle-orm';
import type { AccountDb } from '../../db/handles.ts';
import { operators, supportSessions, users } from '../../db/schema/index.ts';
import { type Command, CommandRefused, NotUnderstood } from '../../server/command.ts';
import { hashPassword } from '../../server/identity/password.ts';
import { operatorPortfolios } from '../../server/identity/reach.ts';
import { endSupportSessions } from '../../server/identity/support-sessions.ts';
import { newToken } from '../../server/identity/tokens.ts';
import { isVerifiedByOwner } from '../../server/identity/verified.ts';
import { issueToken } from '../auth/public.ts';
import { noteAction } from './actions.ts';
import { clientCommands } from './client-commands.ts';
import { clientDataCommands } from './client-data-commands.ts';
import { addressIn } from './command-arguments.ts';
import { withdrawLostInvitations } from './portfolios/lost-access.ts';
import { setPortfolios } from './portfolios/operator-portfolios.ts';
import { userCommands } from './user-commands.ts';

type Role = typeof operators.$inferSelect.role;

const isRole = (text: string): text is Role => text === 'operator' || text === 'support';

const findUser = async (tx: AccountDb, email: string) => {
  const { id } = users;
  const [user] = await tx
    .select({ id, emailVerified: isVerifiedByOwner, role: operators.role, limited: operators.limited })
    .from(users)
    .leftJoin(operators, eq(operators.userId, id))
    .where(eq(users.email, email));
  return user;
};

/** Makes an account that nobody can sign in to before its password is set. */
async function makeAccount(tx: AccountDb, email: string, passwordHash: string) {
  const [user] = await tx.insert(users).values({ email, passwordHash }).onConflictDoNothing().returning();
  if (!user) throw new CommandRefused(`Somebody registered ${email} at this moment. Please try again.`);
  return { id: user.id, emailVerified: false, role: null, limited: null };
}

const addOperator: Command = {
  form: 'EMAIL [--role operator|support] [--portfolio NAME …]',
  does: 'Lets a person run the portal, or only read it as support; of an unknown address makes the account. With portfolios they reach the clients of these and of those that they have; without, all.',
  async run(args, open) {
    const text = { type: 'string' } as const;
    const options = { role: { ...text, default: 'operator' }, portfolio: { ...text, multiple: true } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const email = addressIn(positionals);
    const { role, portfolio: names = [] } = values;
    if (!isRole(role)) throw new NotUnderstood(`"${role}" is no role: it is operator or support`);

    const { env, database } = await open();
    const unknowable = await hashPassword('operator', newToken());
    const link = await database.accounts.transaction(async (tx) => {
      const found = await findUser(tx, email);
      // Whoever registered the address may be a stranger, unless an operator is waiting for another link.
      if (found && !found.emailVerified && !found.role)
        throw new CommandRefused(
          `${email} has an account whose address is not verified. Ask its owner to verify it first.`,
        );
      const user = found ?? (await makeAccount(tx, email, unknowable));
      const limited = names.length > 0;
      await tx
        .insert(operators)
        .values({ userId: user.id, role, limited })
        .onConflictDoUpdate({ target: operators.userId, set: { role, limited } });
      await setPortfolios(tx, user.id, names);
      if (user.role !== role) await endSupportSessions(tx, eq(supportSessions.userId, user.id));
      if (user.role !== role || limited || user.limited)
        await noteAction(tx, undefined, 'operator_added', { userId: user.id });
      return user.emailVerified ? undefined : issueToken(tx, 'password_reset', user.id);
    });
    return [
      `${email} has the role ${role}${names.length > 0 ? ', for the clients of portfolios' : ''}.`,
      ...(link ? [`Within an hour, set the password at ${env.APP_URL}/reset-password?token=${link}`] : []),
      'To use it, the account needs two-factor sign-in.',
    ];
  },
};

const removeOperator: Command = {
  form: 'EMAIL',
  does: 'Takes the role away; the account stays.',
  async run(args, open) {
    const { positionals } = parseArgs({ args, options: {}, allowPositionals: true });
    const email = addressIn(positionals);

    const { database } = await open();
    await database.accounts.transaction(async (tx) => {
      const user = await findUser(tx, email);
      if (!user?.role) throw new CommandRefused(`${email} does not run the portal.`);
      await tx.delete(operators).where(eq(operators.userId, user.id));
      await endSupportSessions(tx, eq(supportSessions.userId, user.id));
      await withdrawLostInvitations(tx);
      await noteAction(tx, undefined, 'operator_removed', { userId: user.id });
    });
    return [`${email} does not run the portal any more.`];
  },
};

const MOST = 1000;

const listOperators: Command = {
  form: '[--json]',
  does: 'Lists the people who run the portal.',
  async run(args, open) {
    const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } });
    const { database } = await open();
    const people = await database.accounts
      .select({ email: users.email, role: operators.role, portfolios: operatorPortfolios })
      .from(operators)
      .innerJoin(users, eq(users.id, operators.userId))
      .orderBy(asc(users.email))
      .limit(MOST);
    const named = people.map(({ portfolios, ...one }) => ({
      ...one,
      ...(portfolios && { portfolios: portfolios.map(({ name }) => name) }),
    }));
    if (values.json) return [JSON.stringify(named)];
    return named.map(({ email, role, portfolios = [] }) => [email, role, ...portfolios].join('  '));
  },
};

export const operatorCommands = {
  ...clientCommands,
  ...clientDataCommands,
  ...userCommands,
  'operator add': addOperator,
  'operator remove': removeOperator,
  'operator list': listOperators,
};
