import { decodeBase32IgnorePadding } from '@oslojs/encoding';
import { generateHOTP } from '@oslojs/otp';
import { sql } from 'drizzle-orm';
import { fingerprint } from '../../server/identity/tokens.ts';
import { openMail, type QueuedMail } from '../../server/mail/outbox.ts';
import type { Person } from './people.ts';
import type { Portal } from './portal.ts';

export interface Authenticator {
  secret: string;
  qrCodeUrl: string;
  backupCodes: string[];
  otpauthUrl: string;
}

/** The code of an authenticator, `steps` of 30 seconds from now. */
export const codeOf = ({ secret }: Pick<Authenticator, 'secret'>, steps = 0) =>
  generateHOTP(decodeBase32IgnorePadding(secret), BigInt(Math.floor(Date.now() / 30_000) + steps), 6);

/** Six digits that are not a current code of this secret. */
export function wrongCode(authenticator: Pick<Authenticator, 'secret'>) {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeOf(authenticator, steps));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? '';
}

/** Turns on two-factor sign-in. */
export async function enrol(person: Pick<Person, 'post'>): Promise<Authenticator> {
  const response = await person.post('/api/auth/2fa/setup');
  if (response.statusCode !== 200) throw new Error(`No second factor: ${response.body}`);
  return response.json();
}

/** A sign-in with the correct password from a unique address that awaits a code. */
export async function halfway(portal: Portal, { email, password }: Pick<Person, 'email' | 'password'>) {
  const visitor = portal.visitor();
  const response = await visitor.post('/api/auth/login', { email, password });
  const { tempToken } = response.json();
  if (!tempToken) throw new Error(`No second step: ${response.body}`);
  return {
    ...visitor,
    response,
    tempToken: tempToken as string,
    verify: (code: string) => visitor.post('/api/auth/2fa/verify-login', { code, tempToken }),
    verifyBackup: (code: string) => visitor.post('/api/auth/2fa/verify-backup-code', { code, tempToken }),
  };
}

const sessionIdOf = ({ cookie }: Person) => fingerprint(/portal_session=([^;]+)/.exec(cookie)?.[1] ?? '');

/** Backdates the sign-in of the person's session by 61 minutes. */
export const ageSession = ({ deps }: Portal, person: Person) =>
  deps.database.accounts.execute(
    sql`update sessions set signed_in_at = now() - interval '61 minutes' where id = ${sessionIdOf(person)}`,
  );

/** The kinds of emails queued for or sent to the address, oldest first. */
export async function mailsTo({ deps }: Portal, email: string) {
  const rows = await deps.database.accounts.execute<{ id: string; data: QueuedMail | string }>(
    sql`select id, data from pgboss.job where name = 'mail' order by created_on, id`,
  );
  return [...rows]
    .map(({ id, data }) => openMail(deps.env, id, typeof data === 'string' ? JSON.parse(data) : data))
    .flatMap((mail) => (mail.to === email ? [mail.kind] : []));
}
