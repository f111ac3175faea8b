import type { Executor } from '../../db/handles.ts';
import type { Env } from '../env.ts';
import type { EncryptionKeys } from '../identity/encryption-keys.ts';
import { seal, unseal } from '../identity/sealed.ts';
import type { Jobs } from '../jobs/queue.ts';
import { type Letter, type MailContent, siteAt } from './letter.ts';

/** A queued mail, decrypted. */
export interface Mail extends MailContent {
  to: string;
  kind: string;
}

/** Queued mails are encrypted: they may contain tokens, and a copy of the database must not give access. */
export interface QueuedMail {
  sealed: string;
}

/** What the mail of a job is sealed for. */
const mailAt = (id: string) => ({ purpose: 'mail', record: id }) as const;

/** Opens the mail of the job with this id. */
export const openMail = (keys: EncryptionKeys, id: string, { sealed }: QueuedMail): Mail =>
  JSON.parse(unseal(keys, mailAt(id), sealed));

/** Queues mails in the transaction of their cause. */
export function outbox(jobs: Jobs, env: Env) {
  const site = siteAt(env.APP_URL);
  return {
    queue(tx: Executor, to: string, { kind, write }: Letter) {
      const mail: Mail = { to, kind, ...write(site) };
      const sealedFor = (id: string): QueuedMail => ({ sealed: seal(env, mailAt(id), JSON.stringify(mail)) });
      return jobs.send(tx, 'mail', sealedFor);
    },
  };
}

export type Outbox = ReturnType<typeof outbox>;
