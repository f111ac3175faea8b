import { parseArgs } from 'node:util';
import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import { type Command, CommandRefused } from '../../server/command.ts';
import { addressIn, reasonIn } from './command-arguments.ts';
import { actOnUser, type Verb } from './user-actions.ts';

interface Said {
  does: string;
  /** The output after the address, for a change and for no change. */
  done: string;
  idle: string;
  /** Whether it takes something away, so that the address is asked for once more. */
  takes: boolean;
}

const SAID: Record<Verb, Said> = {
  unlock: {
    does: 'Lets an account sign in again, also where wrong passwords had locked it.',
    done: 'may sign in again.',
    idle: 'was not locked by an operator; wrong passwords are forgotten.',
    takes: false,
  },
  lock: {
    does: 'Ends all sessions of an account, and refuses its sign-ins.',
    done: 'is locked.',
    idle: 'is locked already.',
    takes: true,
  },
  'reset-second-factor': {
    does: 'Removes the authenticator and backup codes of an account: its password alone signs in.',
    done: 'signs in without a second factor.',
    idle: 'has no second factor.',
    takes: true,
  },
  'end-sessions': {
    does: 'Signs an account out everywhere.',
    done: 'is signed out everywhere.',
    idle: 'has no session.',
    takes: true,
  },
};

function userCommand(verb: Verb): Command {
  const { does, done, idle, takes } = SAID[verb];
  return {
    form: 'EMAIL --reason TEXT [--yes]',
    does: `${does} The owner is told by mail.`,
    async run(args, open, { confirm }) {
      const options = { reason: { type: 'string' }, yes: { type: 'boolean', default: false } } as const;
      const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
      const email = addressIn(positionals);
      const reason = reasonIn(values.reason);
      if (takes && !values.yes) await confirm(email);

      const { database, mail } = await open();
      const changed = await database.accounts.transaction(async (tx) => {
        const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
        if (!user) throw new CommandRefused(`Nobody has the address ${email}.`);
        return actOnUser(tx, undefined, mail, { verb, userId: user.id, reason });
      });
      return [`${email} ${changed ? done : idle}`];
    },
  };
}

export const userCommands = {
  'user unlock': userCommand('unlock'),
  'user lock': userCommand('lock'),
  'user reset-second-factor': userCommand('reset-second-factor'),
  'user end-sessions': userCommand('end-sessions'),
};
