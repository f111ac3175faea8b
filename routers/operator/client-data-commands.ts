import { parseArgs } from 'node:util';
import { type Command, onlyOne } from '../../server/command.ts';
import { startExport } from '../exports/public.ts';
import { noteAction } from './actions.ts';
import { lockClient } from './client-record.ts';
import { findNamedClient } from './command-arguments.ts';
import { startErasure } from './erasure/start-erasure.ts';

const exportClient: Command = {
  form: 'CLIENT',
  does: 'Begins an archive of all that a client has. A running portal makes it and lists it for 24 hours.',
  async run(args, open) {
    const named = onlyOne(parseArgs({ args, options: {}, allowPositionals: true }).positionals, 'CLIENT');

    const deps = await open();
    const client = await deps.database.accounts.transaction(async (tx) => {
      const found = await findNamedClient(tx, named);
      await lockClient(tx, found.id);
      const { isNew } = await startExport(tx, deps, { clientId: found.id, page: `/operator/clients/${found.id}` });
      if (isNew) await noteAction(tx, undefined, 'client_exported', { orgId: found.id });
      return found;
    });
    return [`${client.name} is being exported: see GET /api/operator/clients/${client.id}/exports.`];
  },
};

const eraseClient: Command = {
  form: 'CLIENT [--now] [--yes]',
  does: 'Closes the data of a client, and deletes everything that it has after 14 days, or with --now at once.',
  async run(args, open, { confirm }) {
    const flag = { type: 'boolean', default: false } as const;
    const options = { now: flag, yes: flag } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const named = onlyOne(positionals, 'CLIENT');
    if (!values.yes) await confirm(named);

    const deps = await open();
    const { client, eraseAt } = await deps.database.accounts.transaction(async (tx) => {
      const { id, name } = await findNamedClient(tx, named);
      return startErasure(tx, undefined, deps, { clientId: id, name, now: values.now });
    });
    const when = values.now ? 'now' : `on ${eraseAt.toISOString().slice(0, 10)}`;
    return [`${client.name} is closed, and everything that it has is deleted ${when}.`];
  },
};

export const clientDataCommands = { 'client export': exportClient, 'client erase': eraseClient };
