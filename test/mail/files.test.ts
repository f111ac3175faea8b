import { randomUUID } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { invitationMail, passwordChangedMail, twoFactorOnMail } from '../../routers/auth/mails.ts';
import type { MailTemplate } from '../../server/mail/template.ts';
import { intoFolder } from '../../server/mail/transport.ts';
import { folderForThisTest } from '../helpers/folder.ts';
import { portalForThisFile } from '../helpers/portal.ts';

const portal = portalForThisFile({ own: true });

const folder = () => join(portal.deps.env.DATA_DIR, 'mail');
const queue = (to: string, template: MailTemplate) =>
  portal.deps.mail.queue(portal.deps.database.accounts, to, template);

it('without SMTP an email is a file named by time, kind and recipient', async () => {
  const own = randomUUID();
  await queue(`ada-${own}@example.com`, twoFactorOnMail());
  await portal.deliver();
  await queue(`bob-${own}@example.com`, passwordChangedMail());
  await portal.deliver();

  const names = (await readdir(folder())).sort().filter((name) => name.includes(own));

  const time = String.raw`\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z`;
  expect(names[0]).toMatch(new RegExp(`^${time}_twoFactorOn_ada-${own}@example\\.com_[0-9a-f]{8}\\.eml$`));
  expect(names[1]).toMatch(new RegExp(`^${time}_passwordChanged_bob-${own}@example\\.com_[0-9a-f]{8}\\.eml$`));
  expect(names).toHaveLength(2);
});

it('mails of one kind to one recipient at the same moment are files of their own', async () => {
  const to = `${randomUUID()}@example.com`;
  for (let mails = 0; mails < 12; mails++) await queue(to, twoFactorOnMail());
  await portal.deliver();

  const names = (await readdir(folder())).filter((name) => name.includes(to));
  const texts = await Promise.all(names.map((name) => readFile(join(folder(), name), 'utf8')));

  expect(new Set(texts.map((text) => /^Message-ID: (.*)$/im.exec(text)?.[1])).size).toBe(12);
});

it('the link in an email file can be copied unchanged', async () => {
  const to = `${randomUUID()}@example.com`;
  const token = `${'x'.repeat(40)}-_9`;
  const names = { organization: 'Zahnärzte 歯科', by: { name: 'Ærø' }, role: 'member' } as const;
  await queue(to, invitationMail({ token, proof: token, ...names }));
  await portal.deliver();

  const name = (await readdir(folder())).find((one) => one.includes(to)) ?? '';
  const text = await readFile(join(folder(), name), 'utf8');

  expect(text.split('\r\n')).toContain(`http://localhost:3000/accept-invitation?token=${token}&proof=${token}`);
  expect(text).toContain('Ærø invites you to join Zahnärzte 歯科');
});

it('email files are readable by their owner only', async () => {
  await queue('ada@example.com', twoFactorOnMail());
  await portal.deliver();

  const [name = ''] = await readdir(folder());
  const modes = await Promise.all(
    [folder(), join(folder(), name)].map(async (path) => (await stat(path)).mode & 0o777),
  );

  expect(modes).toEqual([0o700, 0o600]);
});

it('no address escapes the folder', async () => {
  await queue("../../o'neil/..@example.com", twoFactorOnMail());
  await portal.deliver();

  const names = await readdir(folder());

  expect(names.filter((name) => name.includes('neil'))).toEqual([
    expect.stringMatching(/_\.\._\.\._o_neil_\.\.@example\.com_[0-9a-f]{8}\.eml$/),
  ]);
});

it('nothing is left of a mail whose file cannot be written', async () => {
  const at = await folderForThisTest();
  const to = 'ada@example.com';
  const texts = { from: 'portal@example.com', to, subject: 'A subject', text: 'A text', html: '<p>A text</p>' };
  // The longest name that a file system takes, before `.eml` is added.
  const kind = 'k'.repeat(254 - ['2026-01-01T00-00-00-000Z', to, '12345678'].join('_').length - 1);

  const writing = intoFolder(at)({ id: '12345678', kind, ...texts });

  await expect(writing).rejects.toThrow(/^ENAMETOOLONG: [^\n]* rename /);
  expect(await readdir(at)).toEqual([]);
});
