import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Command, CommandRefused, NotUnderstood, onlyOne } from '../../server/command.ts';
import type { Deps } from '../../server/deps.ts';
import { findTenant } from '../../server/identity/find-tenant.ts';
import { complete } from '../../server/mail/mailer.ts';
import { intoFolder } from '../../server/mail/transport.ts';
import { findReader, readersOf, unsubscribeUrl } from '../auth/public.ts';
import { readModules } from '../modules.ts';
import { todayIn } from '../values/days.ts';
import { readDigest } from './digest.ts';
import { weeklyDigestMail } from './mails.ts';

const kind = 'weeklyDigest';

function readCommand(args: string[]) {
  const options = { preview: { type: 'string' }, send: { type: 'boolean', default: false } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const { preview, send } = values;
  const email = onlyOne(preview === undefined ? positionals : [preview, ...positionals], 'EMAIL');
  if (!send && preview === undefined) throw new NotUnderstood('--preview or --send is missing');
  return { email: email.toLowerCase(), preview, send };
}

/** Writes the digest of a person as of today, for the organization that they used last. */
async function writeDigest(deps: Deps, email: string) {
  const { env, database } = deps;
  const { accounts, as } = database;
  const reader = await findReader(accounts, email);
  const tenant = reader?.orgId && (await findTenant(accounts, reader.orgId));
  if (!reader || !tenant) throw new CommandRefused(`No member of an organization has the address ${email}.`);

  const db = as(tenant);
  const digest = await readDigest(db, tenant, await readModules(db, tenant, deps), todayIn(tenant.timezone));
  if (!digest) throw new CommandRefused(`There is nothing to tell ${email} this week.`);
  const template = {
    ...weeklyDigestMail(digest),
    about: tenant.clientId,
    unsubscribeUrl: unsubscribeUrl(env, kind, reader.userId),
  };
  return { reader, tenant, template };
}

export const digestCommand: Command = {
  form: '--preview EMAIL [--send] | --send EMAIL',
  does: 'Writes the weekly digest of a person to a file and prints its path, queues it as an email with --send, or both.',
  async run(args, open) {
    const { email, preview, send } = readCommand(args);
    const deps = await open();
    const { env, database, mail } = deps;
    const { reader, tenant, template } = await writeDigest(deps, email);
    const lines: string[] = [];
    if (preview !== undefined) {
      const shown = await mail.write(database.accounts, email, template);
      lines.push(await intoFolder(join(env.DATA_DIR, 'previews'))(complete(env, randomUUID(), shown)));
    }
    if (send) {
      const readers = await readersOf(database.accounts, tenant.clientId, { kind, admins: false, except: null });
      if (!readers.some(({ userId }) => userId === reader.userId))
        throw new CommandRefused(`${email} does not get the digest: it is turned off, or the address is not verified.`);
      await mail.queue(database.accounts, email, template);
      lines.push(`The digest is queued for ${email}.`);
    }
    return lines;
  },
};
