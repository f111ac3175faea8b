import { mkdir, opendir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '../files/whole.ts';
import { PermanentJobFailure } from '../jobs/queue.ts';
import { isLoopback } from '../loopback.ts';
import { TIMEOUTS } from '../timeouts.ts';

/** Loaded with the first mail: 26 MiB that a portal may never need. */
const nodemailer = () => import('nodemailer');

/** A complete mail. */
export interface OutgoingMail {
  /** The id of the job, the same for each attempt. */
  id: string;
  kind: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  unsubscribeUrl?: string | undefined;
  about?: string | undefined;
  /** Whether the recipient stands in no header. */
  hidden?: boolean;
  attachments?: { filename: string; content: Buffer; contentType: string }[];
}

/** Delivers a mail. @throws when it was not accepted; a PermanentJobFailure when it never will be */
type SendMail = (mail: OutgoingMail) => Promise<unknown>;

// Excludes second addresses, envelope parameters and header injection.
const ADDRESS = /^[^\p{Cc}\s<>(),;:"[\]\\@]+@[^\p{Cc}\s<>(),;:"[\]\\@]+$/u;

// Not quoted-printable, which breaks long links: they must be readable and copyable in the raw mail.
const asItIs = (text: string, encoding: '7bit' | '8bit') => ({
  raw: `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${text}`,
});

// As it is: a folded or encoded address would be another one.
const unsubscribing = (url: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

// An empty group, as RFC 5322 has it for recipients who are not named.
const UNDISCLOSED = { prepared: true, value: 'undisclosed-recipients:;' };

function message({ id, from, to, subject, text, html, unsubscribeUrl, hidden, attachments = [] }: OutgoingMail) {
  if (!ADDRESS.test(to)) throw new PermanentJobFailure('The recipient of a mail is not a valid address.');

  const host = from.replace(/>$/, '').split('@').at(-1);
  return {
    from,
    ...(hidden ? { envelope: { from, to } } : { to: { name: '', address: to } }),
    subject,
    attachments,
    text: /^[\n -~]*$/.test(text) ? asItIs(text, '7bit') : text,
    html,
    messageId: `<${id}@${host}>`,
    // The first suppresses automatic replies (RFC 3834), the others are one-click unsubscribe (RFC 8058).
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(hidden && { To: UNDISCLOSED }),
      ...(unsubscribeUrl && unsubscribing(unsubscribeUrl)),
    },
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

/** A connection to the mail server for each mail, within the timeouts for mail. */
export const smtpTransport = async (url: string) =>
  (await nodemailer()).createTransport({
    url,
    connectionTimeout: TIMEOUTS.mailStep,
    greetingTimeout: TIMEOUTS.mailStep,
    socketTimeout: TIMEOUTS.mailStep,
    dnsTimeout: TIMEOUTS.mailStep,
    // Loopback needs no TLS, and has no trusted certificate. Elsewhere nothing is sent where TLS is not offered.
    ...(isLoopback(new URL(url).hostname) ? { tls: { rejectUnauthorized: false } } : { requireTLS: true }),
  });

/** Sends over SMTP. */
export function overSmtp(url: string): SendMail {
  return async (mail) => {
    const transport = await smtpTransport(url);
    const signal = AbortSignal.timeout(TIMEOUTS.mail);
    await transport.sendMail({ ...message(mail), signal }).catch((error: Refusal) => {
      throw failure(error);
    });
  };
}

/** An address as it is in the names of mail files. */
const forFileName = (text: string) => text.replaceAll(/[^\w@.+-]/g, '_').slice(0, 100);

/** Deletes the files of mails to any of these addresses, or about this client. */
export async function eraseFiles(folder: string, { addresses, about }: { addresses: string[]; about: string }) {
  const marks = [...addresses.map(forFileName), about].map((part) => `_${part}_`);
  const entries = await opendir(folder).catch(() => []);
  for await (const { name } of entries)
    if (marks.some((mark) => name.includes(mark))) await rm(join(folder, name), { force: true });
}

/** Writes each mail to a file whose name sorts by time, and returns its path. */
export function intoFolder(folder: string) {
  return async (mail: OutgoingMail) => {
    const { createTransport } = await nodemailer();
    const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
    const { message: bytes } = await composer.sendMail({ ...message(mail), text: asItIs(mail.text, '8bit') });
    const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
    // The end of the id: it begins with the time, as others of the same moment do.
    const parts = [time, mail.kind, forFileName(mail.to), mail.about, mail.id.slice(-8)];
    const name = parts.filter(Boolean).join('_');

    // Mails contain tokens: only the owner may read them.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `${name}.eml`);
    await writeWhole(join(folder, `.${name}`), path, (part) => writeFile(part, bytes as Buffer, { mode: 0o600 }));
    return path;
  };
}
