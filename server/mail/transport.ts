import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { PermanentJobFailure } from '../jobs/queue.ts';
import { TIMEOUTS } from '../timeouts.ts';

/** A mail that is ready to go. */
interface Letter {
  /** Of the job: the same each time that it is tried. */
  id: string;
  kind: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Hands a letter over for good. Throws when it was not taken; a HopelessJob when it never will be. */
export type SendMail = (letter: Letter) => Promise<void>;

// Nothing that could be a second address, a parameter of the envelope or a header of its own.
const ADDRESS = /^[^\p{Cc}\s<>(),;:"[\]\\@]+@[^\p{Cc}\s<>(),;:"[\]\\@]+$/u;

// As it is, so that a link can be read and copied where nobody decodes it: quoted-printable breaks long ones.
const asItIs = (text: string, encoding: '7bit' | '8bit') => ({
  raw: `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${text}`,
});

function message({ id, from, to, subject, text, html }: Letter) {
  if (!ADDRESS.test(to)) throw new PermanentJobFailure('A mail is addressed to what is no address.');

  const host = from.replace(/>$/, '').split('@').at(-1);
  return {
    from,
    to: { name: '', address: to },
    subject,
    text: /^[\n -~]*$/.test(text) ? asItIs(text, '7bit') : text,
    html,
    messageId: `<${id}@${host}>`,
    // Keeps holiday notices from being sent back (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

interface Refusal extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
  permanent?: boolean;
}

/** What may be told of a failure: a server's own words can hold the address. */
function failure({ code, command, responseCode, permanent }: Refusal) {
  const why = [code, command, responseCode].filter(Boolean).join(', ');
  // A 5xx about the recipient or the message stays one, however often it is asked for (RFC 5321, 4.2.1).
  return permanent && (command === 'RCPT TO' || command === 'DATA')
    ? new PermanentJobFailure(`The mail server refuses a mail for good (${why}).`)
    : new Error(`The mail server did not take a mail (${why}).`);
}

/** Sends over SMTP. A server that is away, slow or silent is given up on for this time. */
export function overSmtp(url: string): SendMail {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUTS.mailStep,
    greetingTimeout: TIMEOUTS.mailStep,
    socketTimeout: TIMEOUTS.mailStep,
    dnsTimeout: TIMEOUTS.mailStep,
    // On this machine there is nobody in between, and no certificate that anybody would know.
    ...(LOOPBACK_HOST.test(new URL(url).hostname) && { tls: { rejectUnauthorized: false } }),
  });
  return async (letter) => {
    const signal = AbortSignal.timeout(TIMEOUTS.mail);
    await transport.sendMail({ ...message(letter), signal }).catch((error: Refusal) => {
      throw failure(error);
    });
  };
}

const forFileName = (text: string) => text.replaceAll(/[^\w@.+-]/g, '_').slice(0, 100);

/** Writes each mail as a file; their names sort by time, so that `ls` shows the newest last. */
export function intoFolder(folder: string): SendMail {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async (letter) => {
    const { message: bytes } = await composer.sendMail({ ...message(letter), text: asItIs(letter.text, '8bit') });
    const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
    const name = `${time}_${letter.kind}_${forFileName(letter.to)}_${letter.id.slice(0, 8)}`;

    // Mails open accounts: they are their owner's alone. A reader sees whole files only.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(join(folder, `.${name}`), bytes as Buffer, { mode: 0o600 });
    await rename(join(folder, `.${name}`), join(folder, `${name}.eml`));
  };
}
