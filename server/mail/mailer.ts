import { join } from 'node:path';
import { Counter, type Registry } from 'prom-client';
import type { Env } from '../env.ts';
import { unseal } from '../identity/sealed.ts';
import { PermanentJobFailure } from '../jobs/queue.ts';
import { asHtml, asText } from './layout.ts';
import type { Mail, QueuedMail } from './outbox.ts';
import { intoFolder, overSmtp } from './transport.ts';

/** Where mails go that no server is there for. */
export const mailFolder = (dataDir: string) => join(dataDir, 'mail');

/** Writes and sends one mail of the queue. Throws when it was not taken; a HopelessJob when it never will be. */
export function mailer({ env, metrics }: { env: Env; metrics: Registry }) {
  const send = env.SMTP_URL ? overSmtp(env.SMTP_URL) : intoFolder(mailFolder(env.DATA_DIR));
  const mails = new Counter({
    name: 'portal_mails_total',
    help: 'Mails by kind and by what came of them: sent, deferred to be tried again, refused for good.',
    labelNames: ['kind', 'outcome'],
    registers: [metrics],
  });

  return async ({ sealed }: QueuedMail, { id }: { id: string }) => {
    const mail: Mail = JSON.parse(unseal(env.ENCRYPTION_KEY, sealed));
    const { kind, to, subject } = mail;
    const parts = { subject, text: asText(mail), html: asHtml(mail) };
    try {
      await send({ id, kind, from: env.MAIL_FROM, to, ...parts });
      mails.inc({ kind, outcome: 'sent' });
    } catch (error) {
      mails.inc({ kind, outcome: error instanceof PermanentJobFailure ? 'refused' : 'deferred' });
      throw error;
    }
  };
}
