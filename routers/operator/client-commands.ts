import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type Command, CommandRefused, NotUnderstood, onlyOne } from '../../server/command.ts';
import { mailboxOf, withinMailLimit } from '../auth/public.ts';
import { readClients, withWatched } from './client-list.ts';
import { setStatus } from './client-status.ts';
import { findNamedClient, reasonIn } from './command-arguments.ts';
import { ListedClient } from './listed-client.ts';
import { createClient, NewClient } from './new-client.ts';
import { ClientStatus } from './shapes.ts';

const MOST = 10_000;

const ListOptions = z.object({
  json: z.boolean(),
  search: z.string().trim().max(200).optional(),
  status: ClientStatus.optional(),
});

const list: Command = {
  form: '[--search TEXT] [--status active|suspended|erasing|prospect] [--json]',
  does: 'Lists the clients by name: id, status, members, name.',
  async run(args, open) {
    const text = { type: 'string' } as const;
    const options = { json: { type: 'boolean', default: false }, search: text, status: text } as const;
    const { values } = parseArgs({ args, options });
    const { data: filter } = ListOptions.safeParse(values);
    if (!filter)
      throw new NotUnderstood(
        ClientStatus.optional().safeParse(values.status).success
          ? '--search is too long'
          : `"${values.status}" is no status: it is active, suspended, erasing or prospect`,
      );

    const { database, use } = await open();
    const rows = await readClients(database.accounts, { ...filter, sort: 'name', limit: MOST });
    const shown = rows.slice(0, MOST);
    if (filter.json) {
      const rows = await withWatched(use, 'all', shown);
      return [JSON.stringify(rows.map((row) => ListedClient.parse(row)))];
    }
    return [
      ...shown.map(
        ({ id, name, status, members }) => `${id}  ${status.padEnd(9)}  ${String(members).padStart(3)}  ${name}`,
      ),
      ...(rows.length > MOST ? [`There are more than ${MOST} clients: find the others with --search.`] : []),
    ];
  },
};

const create: Command = {
  form: 'NAME --admin EMAIL [--vertical TEXT] [--timezone ZONE] [--website URL]',
  does: 'Creates a client, and invites its first administrator by mail.',
  async run(args, open) {
    const text = { type: 'string' } as const;
    const options = { admin: text, vertical: text, timezone: text, website: text } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const { admin: adminEmail, ...facts } = values;
    const name = onlyOne(positionals, 'NAME');
    if (adminEmail === undefined) throw new NotUnderstood('--admin EMAIL is missing');
    const { data: wanted, error } = NewClient.safeParse({ ...facts, name, adminEmail });
    if (!wanted) {
      const [issue] = error.issues;
      throw new CommandRefused(
        `The ${issue?.path[0] === 'adminEmail' ? 'address' : String(issue?.path[0])} ${issue?.message}.`,
      );
    }

    const { database, limits, ...deps } = await open();
    const consumeFor = limits.consume;
    const mayMail = await withinMailLimit({ consumeFor }, mailboxOf(adminEmail), 'invitationsTo');
    const { client, invitation } = await database.accounts.transaction((tx) =>
      createClient(tx, undefined, { ...deps, mayMail }, wanted),
    );
    return [
      `${client.name} is created with the id ${client.id}.`,
      `${adminEmail} is invited as its administrator${mayMail ? ' by mail' : ''}, with the link ${invitation?.inviteUrl}`,
    ];
  },
};

type Wanted = Parameters<typeof setStatus>[3]['status'];

const statusCommand = (status: Wanted, said: Pick<Command, 'form' | 'does'>): Command => ({
  ...said,
  async run(args, open) {
    const options = { reason: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const named = onlyOne(positionals, 'CLIENT');
    const isNeeded = status !== 'active' || values.reason !== undefined;
    const reason = isNeeded ? reasonIn(values.reason) : undefined;

    const { database } = await open();
    const client = await database.accounts.transaction(async (tx) => {
      const { id } = await findNamedClient(tx, named);
      return setStatus(tx, undefined, id, { status, reason });
    });
    return [`${client.name} is ${status}.`];
  },
});

export const clientCommands = {
  'client list': list,
  'client create': create,
  'client suspend': statusCommand('suspended', {
    form: 'CLIENT --reason TEXT',
    does: 'Closes the data of a client, by its id or name, to its members and keys. Nothing is lost.',
  }),
  'client resume': statusCommand('active', {
    form: 'CLIENT [--reason TEXT]',
    does: 'Ends the suspension of a client.',
  }),
};
