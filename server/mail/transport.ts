import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { PermanentJobFailure } from '../jobs/queue.ts';
import { isLoopback } from '../loopback.ts';
import { TIMEOUTS } from '../timeouts.ts';

/** A complete mail. */
interface Letter {
  /** The id of the job, the same for each attempt. */
  id: string;
  kind: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Delivers a mail. @throws when it was not accepted; a PermanentJobFailure when it never will be */
export type SendMail = (letter: Letter) => Promise<void>;

// Excludes second addresses, envelope parameters and header injection.
const ADDRESS = /^[^\p{Cc}\s<>(),;:"[\]\\@]+@[^\p{Cc}\s<>(),;:"[\]\\@]+$/u;

// Not quoted-printable, which breaks long links: they must be readable and copyable in the raw mail.
const asItIs = (text: string, encoding: '7bit' | '8bit') => ({
  raw: `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${text}`,
});

function message({ id, from, to, subject, text, html }: Letter) {
  if (!ADDRESS.test(to)) throw new PermanentJobFailure('The recipient of a mail is not a valid address.');

  const host = from.replace(/>$/, '').split('@').at(-1);
  return {
    from,
    to: { name: '', address: to },
    subject,
    text: /^[\n -~]*$/.test(text) ? asItIs(text, '7bit') : text,
    html,
    messageId: `<${id}@${host}>`,
    // Suppresses automatic replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

interface Refusal extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
  permanent?: boolean;
}

/** A loggable error: the server's own message may contain the address. */
function failure({ code, command, responseCode, permanent }: Refusal) {
  const why = [code, command, responseCode].filter(Boolean).join(', ');
  // A 5xx about the recipient or the message is permanent (RFC 5321, 4.2.1).
  return permanent && (command === 'RCPT TO' || command === 'DATA')
    ? new PermanentJobFailure(`The mail server rejected a mail permanently (${why}).`)
    : new Error(`The mail server did not accept a mail (${why}).`);
}

/** Sends over SMTP, within the timeouts for mail. */
export function overSmtp(url: string): SendMail {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUTS.mailStep,
    greetingTimeout: TIMEOUTS.mailStep,
    socketTimeout: TIMEOUTS.mailStep,
    dnsTimeout: TIMEOUTS.mailStep,
    // Loopback needs no TLS, and has no trusted certificate. Elsewhere nothing is sent where TLS is not offered.
    ...(isLoopback(new URL(url).hostname) ? { tls: { rejectUnauthorized: false } } : { requireTLS: true }),
  });
  return async (letter) => {
    const signal = AbortSignal.timeout(TIMEOUTS.mail);
    await transport.sendMail({ ...message(letter), signal }).catch((error: Refusal) => {
      throw failure(error);
    });
  };
}

const forFileName = (text: string) => text.replaceAll(/[^\w@.+-]/g, '_').slice(0, 100);

/** Writes each mail to a file whose name sorts by time. */
export function intoFolder(folder: string): SendMail {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async (letter) => {
    const { message: bytes } = await composer.sendMail({ ...message(letter), text: asItIs(letter.text, '8bit') });
    const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
    const name = `${time}_${letter.kind}_${forFileName(letter.to)}_${letter.id.slice(0, 8)}`;

    // Mails contain tokens: only the owner may read them. The rename makes files appear complete.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(join(folder, `.${name}`), bytes as Buffer, { mode: 0o600 });
    await rename(join(folder, `.${name}`), join(folder, `${name}.eml`));
  };
}
