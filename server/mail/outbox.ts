import type { AccountDb } from '../../db/handles.ts';
import type { Env } from '../env.ts';
import { sign } from '../files/links.ts';
import type { EncryptionKeys } from '../identity/encryption-keys.ts';
import { seal, unseal } from '../identity/sealed.ts';
import { sealedJobs } from '../identity/sealed-places.ts';
import type { Jobs } from '../jobs/queue.ts';
import { type MailStyle, mailStylesFor } from './recipients.ts';
import { type MailContent, type MailTemplate, siteAt } from './template.ts';

/** A queued mail, decrypted. Mails queued by the version before have no language. */
export interface Mail extends MailContent, Partial<MailStyle> {
  to: string;
  kind: string;
  about?: string;
  unsubscribeUrl?: string;
}

/** A mail that is queued once: another one with the same id is ignored. */
interface Addressed {
  id: string;
  to: string;
  template: MailTemplate;
}

/** Queued mails are encrypted: they may contain tokens, and a copy of the database must not give access. */
export interface QueuedMail {
  sealed: string;
  /** Its recipient, and the client that it names: by these it is erased. */
  to: string;
  about?: string | undefined;
}

/** The keyed hash by which the queued mails to an address are found. */
export const recipientOf = ({ SIGNING_KEY }: Pick<Env, 'SIGNING_KEY'>, address: string) =>
  sign(SIGNING_KEY, 'mail recipient', address);

/** The purpose and record that the mail of a job is encrypted for. */
const mailAt = (id: string) => ({ purpose: 'mail', record: id }) as const;

/** Where queued mails are, for new keys. */
export const sealedMails = sealedJobs('mail', 'mail');

/** Opens the mail of the job with this id. */
export const openMail = (keys: EncryptionKeys, id: string, { sealed }: Pick<QueuedMail, 'sealed'>): Mail =>
  JSON.parse(unseal(keys, mailAt(id), sealed));

/** Queues mails in the transaction of their cause. */
export function outbox(jobs: Jobs, env: Env) {
  const site = siteAt(env.APP_URL);
  const writtenIn = (style: MailStyle, to: string, { write, writtenFor: _, ...template }: MailTemplate): Mail => ({
    to,
    ...template,
    ...write(site, style.language),
    ...style,
  });
  const sealedFor = (id: string, mail: Mail): QueuedMail => ({
    sealed: seal(env, mailAt(id), JSON.stringify(mail)),
    to: recipientOf(env, mail.to),
    ...(mail.about && { about: mail.about }),
  });

  /** Renders a template in the language and the brand of the recipient. */
  async function write(db: AccountDb, to: string, template: MailTemplate) {
    const mannerOf = await mailStylesFor(db, [{ to, template }]);
    return writtenIn(mannerOf({ to, template }), to, template);
  }

  return {
    write,

    async queue(tx: AccountDb, to: string, template: MailTemplate) {
      const mail = await write(tx, to, template);
      return jobs.send(tx, 'mail', (id) => sealedFor(id, mail));
    },

    /** The same for several recipients, in one statement. */
    async queueOnce(tx: AccountDb, mails: Addressed[]) {
      const mannerOf = await mailStylesFor(tx, mails);
      const written = mails.map((mail) => ({ id: mail.id, mail: writtenIn(mannerOf(mail), mail.to, mail.template) }));
      return jobs.sendOnce(
        tx,
        'mail',
        written.map(({ id, mail }) => ({ id, data: sealedFor(id, mail) })),
      );
    },
  };
}

export type Outbox = ReturnType<typeof outbox>;
