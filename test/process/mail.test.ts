import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { onServer } from '../helpers/database.ts';
import { homeForThisTest, type PortalProcess, portalProcess } from '../helpers/process.ts';
import { type Delivered, reply, smtpForThisTest } from '../helpers/smtp.ts';

async function register(portal: PortalProcess, email = `${randomUUID()}@example.com`) {
  const account = { email, password: `a password ${randomUUID()}` };
  const { status } = await portal.visitor().post('/api/auth/register', account);
  return { ...account, status };
}

const sentTo = (mails: Delivered[]) => mails.flatMap(({ recipients }) => recipients);

/** A portal that sends to this mail server. */
async function portalWith(smtp: { url: string }) {
  const variables = { ...(await homeForThisTest()), SMTP_URL: smtp.url, MAIL_FROM: 'portal@example.org' };
  return { variables, portal: await portalProcess(variables) };
}

/** Accepts connections and sends nothing. */
async function silentServer() {
  const server = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

// The same code on both databases: processes of the embedded one take most of a minute each.
describe.skipIf(!onServer())('a portal with a mail server', () => {
  it('sends emails for registration and password reset, and does not retry a permanently rejected recipient', async () => {
    const rejected = `nobody-${randomUUID()}@example.com`;
    let asked = 0;
    const smtp = await smtpForThisTest({
      onRcptTo({ address }, _session, done) {
        if (address !== rejected) return done();
        asked++;
        done(reply(550, 'No such user here'));
      },
    });
    const { portal } = await portalWith(smtp);

    const { email } = await register(portal);
    await portal.visitor().post('/api/auth/forgot-password', { email });
    await register(portal, rejected);

    await expect.poll(() => smtp.delivered.length).toBe(2);
    expect(sentTo(smtp.delivered)).toEqual([email, email]);
    expect(new Set(smtp.delivered.map(({ link }) => new URL(link).pathname))).toEqual(
      new Set(['/verify-email', '/reset-password']),
    );
    const told = () => portal.log().flatMap(({ queue, msg }) => (queue === 'mail' ? [msg] : []));
    await expect.poll(told).toEqual(['A job failed permanently.']);
    expect(asked).toBe(1);
    expect(portal.said.stdout).not.toContain(rejected);
  });

  it('keeps working while the mail server is unreachable and sends the mail afterwards', async () => {
    const away = await smtpForThisTest();
    await away.close();
    const { portal } = await portalWith(away);

    const [first, second] = [await register(portal), await register(portal)];
    await expect
      .poll(() => portal.log().filter(({ queue }) => queue === 'mail').length, { timeout: 20_000 })
      .toBeGreaterThan(1);
    const ready = await portal.visitor().get('/readyz');
    const back = await smtpForThisTest({ port: away.port });

    expect([first.status, second.status, ready.status]).toEqual([201, 201, 200]);
    await expect
      .poll(() => sentTo(back.delivered).sort(), { timeout: 90_000 })
      .toEqual([first.email, second.email].sort());
  });

  it('responds and stops in time while the mail server is silent', async () => {
    const { portal, variables } = await portalWith(await silentServer());
    const people = [await register(portal), await register(portal), await register(portal)];

    const { status } = await portal.visitor().post('/api/auth/login', people[0]);
    portal.signal('SIGTERM');
    const { code } = await portal.ended;

    expect([status, code]).toEqual([200, 0]);
    const smtp = await smtpForThisTest();
    await portalProcess({ ...variables, SMTP_URL: smtp.url });
    await expect
      .poll(() => sentTo(smtp.delivered).sort(), { timeout: 90_000 })
      .toEqual(people.map(({ email }) => email).sort());
  });
});

describe.skipIf(!onServer())('a portal that is killed', () => {
  it('under load loses no mail for acknowledged requests, and sends what it was sending with the same Message-ID', async () => {
    const begun: (string | undefined)[] = [];
    const smtp = await smtpForThisTest({
      // The first one gets no response before the portal is killed.
      takes: ({ messageId }) =>
        begun.push(messageId) === 1 ? new Promise(() => {}) : new Promise((slowly) => setTimeout(slowly, 200)),
    });
    const { portal, variables } = await portalWith(smtp);
    const acknowledged: string[] = [];
    const load = Array.from({ length: 4 }, async () => {
      for (;;) {
        const { email, status } = await register(portal);
        if (status === 201) acknowledged.push(email);
      }
    });
    const over = Promise.allSettled(load);
    await expect.poll(() => acknowledged.length).toBeGreaterThan(30);
    await expect.poll(() => begun.length).toBeGreaterThan(0);

    await portal.kill();
    await over;
    const before = smtp.delivered.length;
    await portalProcess(variables);

    await expect
      .poll(() => acknowledged.filter((email) => !sentTo(smtp.delivered).includes(email)), { timeout: 120_000 })
      .toEqual([]);
    expect(before).toBeLessThan(acknowledged.length);
    expect(begun[0]).toMatch(/^<[0-9a-f-]{36}@example\.org>$/);
    await expect.poll(() => smtp.delivered.map(({ messageId }) => messageId)).toContain(begun[0]);
    // Duplicates have the same Message-ID.
    for (const email of acknowledged) {
      const mails = smtp.delivered.filter(({ recipients }) => recipients.includes(email));
      expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
    }
  });
});
