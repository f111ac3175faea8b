import type { Db } from '../../db/connection.ts';
import { seal } from '../identity/sealed.ts';
import type { Jobs } from '../jobs/queue.ts';

/** Every mail that the portal sends, with what its template needs. */
export type Mail = { to: string } & (
  | { kind: 'verification'; token: string }
  | { kind: 'passwordReset'; token: string }
  | { kind: 'invitation'; token: string; organization: string; invitedBy: string; role: 'admin' | 'member' }
  | { kind: 'passwordChanged' | 'twoFactorOn' | 'twoFactorOff' | 'newBackupCodes' | 'alreadyRegistered' }
);

/** What lies in the queue: sealed, since a mail may carry a token and a copy of the database is to open no door. */
export interface QueuedMail {
  sealed: string;
}

/** Queues mails in the transaction that causes them. */
export const outbox = (jobs: Jobs, encryptionKey: string) => ({
  queue: (tx: Pick<Db, 'execute'>, mail: Mail) =>
    jobs.send(tx, 'mail', { sealed: seal(encryptionKey, JSON.stringify(mail)) } satisfies QueuedMail),
});

export type Outbox = ReturnType<typeof outbox>;
