import type { Executor } from '../../db/handles.ts';
import type { Env } from '../env.ts';
import { seal } from '../identity/sealed.ts';
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

/** Queues mails in the transaction of their cause. */
export function outbox(jobs: Jobs, { ENCRYPTION_KEY, APP_URL }: Env) {
  const site = siteAt(APP_URL);
  return {
    queue(tx: Executor, to: string, { kind, write }: Letter) {
      const mail: Mail = { to, kind, ...write(site) };
      return jobs.send(tx, 'mail', { sealed: seal(ENCRYPTION_KEY, JSON.stringify(mail)) } satisfies QueuedMail);
    },
  };
}

export type Outbox = ReturnType<typeof outbox>;
