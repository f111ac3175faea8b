import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';
import { type Received, understand } from './mailbox.ts';

/** A received email: its recipients and its content. */
export interface Delivered extends Received {
  recipients: string[];
  raw: string;
}

interface Behaviour extends SMTPServerOptions {
  port?: number;
  /** Handles a complete email; throwing rejects it. */
  takes?: (mail: Delivered) => Promise<unknown> | unknown;
}

/** An error response of the server. */
export const reply = (responseCode: number, message = 'Sorry') => Object.assign(new Error(message), { responseCode });

/** A real SMTP server for this test only. */
export async function smtpForThisTest({ port = 0, takes = () => {}, ...options }: Behaviour = {}) {
  const delivered: Delivered[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, { envelope }, done) {
      try {
        // The sender may be killed while sending.
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
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => sockets.add(socket));
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');

  const close = () => new Promise<void>((closed) => server.close(closed));
  onTestFinished(close);
  const own = (server.server.address() as AddressInfo).port;
  return {
    port: own,
    url: `smtp://127.0.0.1:${own}`,
    /** The accepted emails, oldest first. */
    delivered,
    close,
    /** Drops all connections without another word. */
    hangUp() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
