import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';
import { type Received, understand } from './mailbox.ts';

/** What an SMTP server took: to whom it was to go, and what it says. */
export interface Delivered extends Received {
  recipients: string[];
  raw: string;
}

interface Behaviour extends SMTPServerOptions {
  port?: number;
  /** What it does with a mail that has arrived whole; to throw is to refuse it. */
  takes?: (mail: Delivered) => Promise<unknown> | unknown;
}

/** An error as the server answers it. */
export const reply = (responseCode: number, message = 'Sorry') => Object.assign(new Error(message), { responseCode });

/** A real mail server, for this test only. */
export async function smtpForThisTest({ port = 0, takes = () => {}, ...options }: Behaviour = {}) {
  const delivered: Delivered[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, { envelope }, done) {
      try {
        // Whoever sends may be killed in the middle of it.
        const bytes = await buffer(stream);
        const recipients = envelope.rcptTo.map(({ address }) => address);
        const mail = { ...(await understand(bytes)), recipients, raw: bytes.toString('utf8') };
        await takes(mail);
        delivered.push(mail);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    ...options,
  });
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');

  const close = () => new Promise<void>((closed) => server.close(closed));
  onTestFinished(close);
  const own = (server.server.address() as AddressInfo).port;
  return {
    port: own,
    url: `smtp://127.0.0.1:${own}`,
    /** What it said yes to, oldest first. */
    delivered,
    close,
  };
}
