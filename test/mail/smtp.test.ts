import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { PermanentJobFailure } from '../../server/jobs/queue.ts';
import { overSmtp } from '../../server/mail/transport.ts';
import { portalForThisFile } from '../helpers/portal.ts';
import { reply, smtpForThisTest } from '../helpers/smtp.ts';

const mail = (facts: object = {}) => ({
  id: randomUUID(),
  kind: 'verification',
  from: 'Client portal <portal@example.org>',
  to: 'ada@example.com',
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
  ...facts,
});

describe('SMTP delivery', () => {
  it('delivers both parts with the Message-ID of the job', async () => {
    const { url, delivered } = await smtpForThisTest();
    const sent = mail();

    await overSmtp(url)(sent);

    expect(delivered).toHaveLength(1);
    expect(delivered[0]).toMatchObject({
      recipients: ['ada@example.com'],
      from: { name: 'Client portal', address: 'portal@example.org' },
      messageId: `<${sent.id}@example.org>`,
      subject: 'Hello',
      text: 'Hello\n',
      html: '<p>Hello</p>\n',
    });
  });

  it.each(['Grüße aus Ærø 歯科', '.', '.\n..\n.dots', `long ${'line '.repeat(150)}`])(
    'delivers the text %j unchanged',
    async (text) => {
      const { url, delivered } = await smtpForThisTest();

      await overSmtp(url)(mail({ text: `${text}\n` }));

      expect(delivered[0]?.text?.trim()).toBe(text.trim());
    },
  );

  it('repeats the Message-ID on a retry', async () => {
    const { url, delivered } = await smtpForThisTest();
    const [send, sent] = [overSmtp(url), mail()];

    await send(sent);
    await send(sent);

    expect(new Set(delivered.map(({ messageId }) => messageId)).size).toBe(1);
  });

  it('signs in with the credentials of the URL', async () => {
    const seen: unknown[] = [];
    const { port } = await smtpForThisTest({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, done) {
        seen.push(username, password);
        done(null, { user: username });
      },
    });

    await overSmtp(`smtp://portal:p%40ss%2Fword@127.0.0.1:${port}`)(mail());

    expect(seen).toEqual(['portal', 'p@ss/word']);
  });

  it('uses TLS if offered, on loopback also with a self-signed certificate', async () => {
    const secure: boolean[] = [];
    const { url } = await smtpForThisTest({
      disabledCommands: [],
      onMailFrom(_address, session, done) {
        secure.push(session.secure);
        done();
      },
    });

    await overSmtp(url)(mail());

    expect(secure).toEqual([true]);
  });

  it('sends nothing off loopback where TLS is not offered, nor to a certificate that cannot be verified', async () => {
    const plain = await smtpForThisTest();
    const selfSigned = await smtpForThisTest({ disabledCommands: [] });
    // The same machine by an address that is not among its loopback names.
    const away = [plain, selfSigned].map(({ port }) => overSmtp(`smtp://0.0.0.0:${port}`)(mail()));

    const outcomes = await Promise.allSettled(away);

    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect([...plain.delivered, ...selfSigned.delivered]).toEqual([]);
  });

  it.each([
    'ada@example.com\r\nRCPT TO:<eve@example.com>',
    'ada@example.com\nBcc: eve@example.com',
    'ada@example.com, eve@example.com',
    'ada@example.com> SIZE=1 <eve@example.com',
    '"ada@example.com, eve"@example.com',
    'Ada <ada@example.com>',
    'nobody',
    '',
  ])('rejects the recipient %j without a retry', async (to) => {
    const { url, delivered } = await smtpForThisTest();

    const sending = overSmtp(url)(mail({ to }));

    await expect(sending).rejects.toBeInstanceOf(PermanentJobFailure);
    expect(delivered).toEqual([]);
  });

  it('adds no header or recipient for a line break in subject or sender', async () => {
    const { url, delivered } = await smtpForThisTest();
    const forged = 'Hello\r\nBcc: eve@example.com\r\nX-Evil: yes';

    await overSmtp(url)(mail({ subject: forged, from: `${forged} <portal@example.org>` }));

    const [arrived] = delivered;
    expect(arrived?.recipients).toEqual(['ada@example.com']);
    expect(arrived?.headers.map(({ key }) => key)).not.toEqual(expect.arrayContaining(['bcc']));
    expect(arrived?.headers.map(({ key }) => key)).not.toEqual(expect.arrayContaining(['x-evil']));
  });
});

describe('An SMTP rejection', () => {
  it.each([
    [
      'of the recipient',
      { onRcptTo: (_to: unknown, _session: unknown, done: (error: Error) => void) => done(reply(550)) },
    ],
    ['of the message', { takes: () => Promise.reject(reply(554)) }],
  ])('permanent %s is not retried', async (_what, behaviour) => {
    const { url } = await smtpForThisTest(behaviour as object);

    const sending = overSmtp(url)(mail());

    await expect(sending).rejects.toBeInstanceOf(PermanentJobFailure);
  });

  it.each([
    ['for now', { onRcptTo: (_to: unknown, _session: unknown, done: (error: Error) => void) => done(reply(451)) }],
    [
      'of the sender',
      { onMailFrom: (_from: unknown, _session: unknown, done: (error: Error) => void) => done(reply(550)) },
    ],
    ['of the message for now', { takes: () => Promise.reject(reply(452)) }],
    ['of the sign-in', { authOptional: false }],
  ])('%s is retried', async (_what, behaviour) => {
    const { url } = await smtpForThisTest(behaviour as object);

    const sending = overSmtp(url)(mail());

    await expect(sending).rejects.toThrow(/^The mail server did not accept a mail/);
    await expect(sending).rejects.not.toBeInstanceOf(PermanentJobFailure);
  });

  it('is reported without the address', async () => {
    const onRcptTo = (_to: unknown, _session: unknown, done: (error: Error) => void) =>
      done(reply(550, '5.1.1 <ada@example.com> unknown'));
    const { url } = await smtpForThisTest({ onRcptTo });

    const refusal = await overSmtp(url)(mail()).catch(String);

    expect(refusal).toBe('Error: The mail server rejected a mail permanently (EENVELOPE, RCPT TO, 550).');
  });
});

describe('The email queue', () => {
  const portal = portalForThisFile({ own: true });

  it('holds no readable token or address', async () => {
    const { email } = await portal.register();
    await portal.visitor().post('/api/auth/forgot-password', { email });

    const before = JSON.stringify(await portal.deps.database.accounts.execute(sql`select * from pgboss.job`));
    const tokens = (await portal.mailTo(email)).map(({ token }) => token);
    const after = JSON.stringify(await portal.deps.database.accounts.execute(sql`select * from pgboss.job`));

    expect(tokens.filter((token) => token.length === 43)).toHaveLength(2);
    for (const secret of [email, ...tokens]) expect(`${before}${after}`).not.toContain(secret);
  });

  it('counts sent emails by kind', async () => {
    const url = await portal.listen();
    const { email } = await portal.register();
    await portal.mailTo(email);

    const metrics = await (await fetch(`${url}/metrics`)).text();

    expect(metrics).toMatch(/^portal_mails_total\{kind="verification",outcome="sent"\} [1-9]\d*$/m);
  });
});
