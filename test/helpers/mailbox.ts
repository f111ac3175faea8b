import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PgBoss } from 'pg-boss';
import PostalMime, { type Email } from 'postal-mime';
import { jobHandle, type QueueName } from '../../db/queues.ts';
import { processCodeRequest } from '../../routers/auth/email-code/request.ts';
import { removeTraces } from '../../routers/auth/removal/traces.ts';
import { processResetRequest } from '../../routers/auth/reset-requests.ts';
import { writeMemberEvent } from '../../routers/webhooks/member-events.ts';
import { removeQueuedWebhooks } from '../../routers/webhooks/remove-all.ts';
import type { Deps } from '../../server/deps.ts';
import { mailer, mailFolder } from '../../server/mail/mailer.ts';

/** A received email. */
export interface Received extends Email {
  /** The URL of its link, and the token in it. */
  link: string;
  token: string;
}

const LINK = /https?:\/\/\S+/;

export async function understand(bytes: Uint8Array): Promise<Received> {
  const mail = await PostalMime.parse(bytes);
  const link = LINK.exec(mail.text ?? '')?.[0] ?? '';
  return { ...mail, link, token: (URL.canParse(link) && new URL(link).searchParams.get('token')) || '' };
}

/** Runs the mail jobs at once in this process, so that no test waits for workers. */
export function postOfficeOf(deps: Deps) {
  const boss = new PgBoss({ db: jobHandle(deps.database.accounts), supervise: false, schedule: false });
  const send = mailer(deps);
  const folder = mailFolder(deps.env.DATA_DIR);

  async function workOff(queue: QueueName, work: (data: never, job: { id: string }) => Promise<unknown>) {
    // One at a time, so that the oldest is sent first.
    for (;;) {
      const [job] = await boss.fetch<string>(queue, { ignoreStartAfter: true });
      if (!job) return;
      await work(JSON.parse(job.data) as never, job);
      await boss.complete(queue, job.id);
    }
  }

  async function workOffAll() {
    await workOff('password-resets', processResetRequest(deps));
    await workOff('email-codes', processCodeRequest(deps));
    await workOff('account-removals', removeTraces(deps));
    await workOff('mail', send);
    await workOff('member-events', writeMemberEvent(deps));
    await workOff('webhook-removals', removeQueuedWebhooks(deps));
  }
  let last = Promise.resolve();

  return {
    /** Does the queued work: sends emails, and writes the events about members. */
    deliver() {
      // One call after another: the queue is empty also while another call has taken a job and is still sending it.
      last = last.then(workOffAll, workOffAll);
      return last;
    },

    /** The emails sent to an address, oldest first. */
    async mailTo(address: string): Promise<Received[]> {
      await this.deliver();
      const names = await readdir(folder).catch(() => []);
      // Names that begin with a dot are of files that are being written.
      const theirs = names.filter((name) => /^[^.]/.test(name) && name.includes(`_${address.toLowerCase()}_`)).sort();
      return Promise.all(theirs.map(async (name) => understand(await readFile(join(folder, name)))));
    },
  };
}
