import { join } from 'node:path';
import { Counter, type Registry } from 'prom-client';
import { brandOver, portalBrand } from '../branding/brand.ts';
import { senderOf } from '../branding/name.ts';
import type { Env } from '../env.ts';
import { PermanentJobFailure } from '../jobs/queue.ts';
import { asHtml, asText } from './layout.ts';
import { type Mail, openMail, type QueuedMail } from './outbox.ts';
import { intoFolder, overSmtp } from './transport.ts';

/** The folder for mails without a mail server. */
export const mailFolder = (dataDir: string) => join(dataDir, 'mail');

/** The transport of this configuration: a mail server, or the folder. */
export const transportOf = ({ SMTP_URL, DATA_DIR }: Pick<Env, 'SMTP_URL' | 'DATA_DIR'>) =>
  SMTP_URL ? overSmtp(SMTP_URL) : intoFolder(mailFolder(DATA_DIR));

/** A mail with both of its parts, for a transport. */
export const complete = (
  env: Env,
  id: string,
  { kind, to, about, unsubscribeUrl, branding, language = 'en', ...content }: Mail,
) => {
  const shown = { ...content, unsubscribeUrl, language };
  return {
    id,
    kind,
    from: branding?.name ? senderOf(branding.name, env.MAIL_FROM) : env.MAIL_FROM,
    to,
    about,
    unsubscribeUrl,
    subject: content.subject,
    text: asText(shown),
    html: asHtml(shown, brandOver(portalBrand(env), branding)),
  };
};

/** Sends queued mails. @throws when one was not accepted; a PermanentJobFailure when it never will be */
export function mailer({ env, metrics }: { env: Env; metrics: Registry }) {
  const send = transportOf(env);
  const mails = new Counter({
    name: 'portal_mails_total',
    help: 'Mails by kind and outcome: sent, deferred for a retry, refused permanently.',
    labelNames: ['kind', 'outcome'],
    registers: [metrics],
  });

  return async (queued: QueuedMail, { id }: { id: string }) => {
    const mail = openMail(env, id, queued);
    const { kind } = mail;
    try {
      await send(complete(env, id, mail));
      mails.inc({ kind, outcome: 'sent' });
    } catch (error) {
      mails.inc({ kind, outcome: error instanceof PermanentJobFailure ? 'refused' : 'deferred' });
      throw error;
    }
  };
}
