import { join } from 'node:path';
import { Counter, type Registry } from 'prom-client';
import type { Env } from '../env.ts';
import { PermanentJobFailure } from '../jobs/queue.ts';
import { asHtml, asText } from './layout.ts';
import { openMail, type QueuedMail } from './outbox.ts';
import { intoFolder, overSmtp } from './transport.ts';

/** The folder for mails without a mail server. */
export const mailFolder = (dataDir: string) => join(dataDir, 'mail');

/** Sends queued mails. @throws when one was not accepted; a PermanentJobFailure when it never will be */
export function mailer({ env, metrics }: { env: Env; metrics: Registry }) {
  const send = env.SMTP_URL ? overSmtp(env.SMTP_URL) : intoFolder(mailFolder(env.DATA_DIR));
  const mails = new Counter({
    name: 'portal_mails_total',
    help: 'Mails by kind and outcome: sent, deferred for a retry, refused permanently.',
    labelNames: ['kind', 'outcome'],
    registers: [metrics],
  });

  return async (queued: QueuedMail, { id }: { id: string }) => {
    const mail = openMail(env, id, queued);
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
