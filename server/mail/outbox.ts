import type { Executor } from '../../db/handles.ts';
import type { Env } from '../env.ts';
import { seal } from '../identity/sealed.ts';
import type { Jobs } from '../jobs/queue.ts';
import { type Letter, type MailContent, siteAt } from './letter.ts';

/** A mail as it lies in the queue. */
export interface Mail extends MailContent {
  to: string;
  kind: string;
}

/** Mails are sealed in the queue: one may carry a token, and a copy of the database must open no account. */
export interface QueuedMail {
  sealed: string;
}

/** Queues mails in the transaction that causes them. */
export function outbox(jobs: Jobs, { ENCRYPTION_KEY, PUBLIC_URL }: Env) {
  const site = siteAt(PUBLIC_URL);
  return {
    queue(tx: Executor, to: string, { kind, write }: Letter) {
      const mail: Mail = { to, kind, ...write(site) };
      return jobs.send(tx, 'mail', { sealed: seal(ENCRYPTION_KEY, JSON.stringify(mail)) } satisfies QueuedMail);
    },
  };
}

export type Outbox = ReturnType<typeof outbox>;
