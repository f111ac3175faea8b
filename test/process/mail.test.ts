import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { onServer } from '../helpers/database.ts';
import { homeForThisTest, type PortalProcess, portalProcess } from '../helpers/process.ts';
import { type Delivered, reply, smtpForThisTest } from '../helpers/smtp.ts';

async function register(portal: PortalProcess, email = `${randomUUID()}@example.com`) {
  const account = { email, password: `a password ${randomUUID()}` };
  const { status } = await portal.visitor().post('/api/auth/register', account);
  return { ...account, status };
}

const sentTo = (mails: Delivered[]) => mails.flatMap(({ recipients }) => recipients);

// The same code on both databases: processes of the embedded one take most of a minute each.
it.skipIf(!onServer())(
  'a portal sends emails, does not retry a rejected recipient, and keeps working while its mail server is away',
  async () => {
    const rejected = `nobody-${randomUUID()}@example.com`;
    let asked = 0;
    const smtp = await smtpForThisTest({
      onRcptTo({ address }, _session, done) {
        if (address !== rejected) return done();
        asked++;
        done(reply(550, 'No such user here'));
      },
    });
    const variables = { ...(await homeForThisTest()), SMTP_URL: smtp.url, MAIL_FROM: 'portal@example.org' };
    const portal = await portalProcess(variables);
    const told = () => portal.log().flatMap(({ queue, msg }) => (queue === 'mail' ? [msg] : []));

    const { email } = await register(portal);
    await portal.visitor().post('/api/auth/forgot-password', { email });
    await register(portal, rejected);

    await expect.poll(() => smtp.delivered.length).toBe(2);
    expect(sentTo(smtp.delivered)).toEqual([email, email]);
    expect(new Set(smtp.delivered.map(({ link }) => new URL(link).pathname))).toEqual(
      new Set(['/verify-email', '/reset-password']),
    );
    await expect.poll(told).toEqual(['A job failed permanently.']);
    expect(asked).toBe(1);
    expect(portal.said.stdout).not.toContain(rejected);

    await smtp.close();
    const [first, second] = [await register(portal), await register(portal)];
    await expect.poll(() => told().length, { timeout: 20_000 }).toBeGreaterThan(2);
    const ready = await portal.visitor().get('/readyz');
    const back = await smtpForThisTest({ port: smtp.port });

    expect([first.status, second.status, ready.status]).toEqual([201, 201, 200]);
    await expect
      .poll(() => sentTo(back.delivered).sort(), { timeout: 90_000 })
      .toEqual([first.email, second.email].sort());
  },
);
