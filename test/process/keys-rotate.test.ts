import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { sealedPlaces } from '../../portal/commands/keys/places.ts';
import { domains } from '../../routers/domains.ts';
import { type EncryptionKeys, keyIds } from '../../server/identity/encryption-keys.ts';
import { seal } from '../../server/identity/sealed.ts';
import { keysAt } from '../../server/identity/sealed-places.ts';
import { openMail, type QueuedMail } from '../../server/mail/outbox.ts';
import type { MailTemplate } from '../../server/mail/template.ts';
import { onServer } from '../helpers/database.ts';
import { type Portal, portalForThisTest } from '../helpers/portal.ts';
import { portalProcess, settle } from '../helpers/process.ts';
import { command, run } from '../helpers/spawn.ts';

const SECRETS = 20_000;

const keysOf = (current: string, previous?: string): EncryptionKeys => ({
  ENCRYPTION_KEY: current,
  ENCRYPTION_KEY_PREVIOUS: previous,
});

/** Puts many secrets and mails of later days, sealed under a key, into the database of a portal. */
async function fill({ deps: { database, mail } }: Portal, keys: EncryptionKeys) {
  const { accounts } = database;
  await accounts.execute(sql`insert into users (id, email, password_hash)
    select gen_random_uuid(), 'many-' || n || '@example.com', '' from generate_series(1, ${SECRETS}::int) n`);
  const people = await accounts.execute<{ id: string }>(sql`select id from users where email like 'many-%'`);
  for (let from = 0; from < people.length; from += 2000) {
    const rows = people
      .slice(from, from + 2000)
      .map(({ id }) => sql`(${id}::uuid, ${seal(keys, { purpose: 'totp-secret', record: id }, `secret of ${id}`)})`);
    await accounts.execute(sql`insert into authenticators (user_id, secret) values ${sql.join(rows, sql`, `)}`);
  }
  const template: MailTemplate = {
    kind: 'note',
    about: people[0]?.id ?? '',
    write: () => ({ subject: 'A note', body: ['Later.'] }),
  };
  for (let n = 0; n < 3; n++) await mail.queue(accounts, `many-${n + 1}@example.com`, template);
  // Nobody sends them during the test.
  await accounts.execute(sql`update pgboss.job set start_after = now() + interval '1 day' where name = 'mail'`);
}

/** The mails that wait, and what their jobs hold. */
async function queued({ deps: { database } }: Portal) {
  const jobs = await database.accounts.execute<{ id: string; data: QueuedMail | string }>(
    sql`select id, data from pgboss.job where name = 'mail' and start_after > now() order by id`,
  );
  return jobs.map(({ id, data }) => ({ id, data: (typeof data === 'string' ? JSON.parse(data) : data) as QueuedMail }));
}

/** How many texts at all places are under which key. */
async function underKeys({ deps: { database } }: Portal) {
  const found: Record<string, number> = {};
  for (const place of sealedPlaces(domains))
    for (const { id, texts } of await keysAt(database, place)) found[id] = (found[id] ?? 0) + texts;
  return found;
}

// An embedded database is in one process only.
it.skipIf(!onServer())('keys rotate goes on after it and the portal were killed', async () => {
  const portal = await portalForThisTest();
  const former = portal.deps.env.ENCRYPTION_KEY ?? '';
  const fresh = randomBytes(32).toString('base64');
  await fill(portal, keysOf(former));
  const before = await queued(portal);
  const rotating = { ...portal.database.variables, ENCRYPTION_KEY: fresh, ENCRYPTION_KEY_PREVIOUS: former };
  const [freshId = '', formerId = ''] = keyIds(keysOf(fresh, former));
  const resealed = async () => (await underKeys(portal))[freshId] ?? 0;

  const running = await portalProcess(rotating);
  await settle(running);
  const first = run('portal/cli/portal.ts', rotating, undefined, ['keys', 'rotate']);
  await expect.poll(resealed, { timeout: 60_000, interval: 20 }).toBeGreaterThan(1000);
  await Promise.all([first.kill(), running.kill()]);
  const half = await underKeys(portal);
  const again = await command(rotating, 'keys', 'rotate');
  const all = await underKeys(portal);
  const after = await queued(portal);

  expect(half[formerId]).toBeGreaterThan(0);
  expect([again.code, again.stderr]).toEqual([0, '']);
  expect(Object.keys(all)).toEqual([freshId]);
  expect(all[freshId]).toBeGreaterThanOrEqual(SECRETS + 3);
  // Whom a mail is for and about is found by as before, and the new key alone opens it.
  const named = (mails: typeof before) => mails.map(({ id, data: { to, about } }) => ({ id, to, about }));
  expect(named(after)).toEqual(named(before));
  expect(after.map(({ id, data }) => openMail(keysOf(fresh), id, data).to)).toEqual([
    'many-1@example.com',
    'many-2@example.com',
    'many-3@example.com',
  ]);
  const last = await portalProcess({ ...portal.database.variables, ENCRYPTION_KEY: fresh });
  await settle(last);
});
