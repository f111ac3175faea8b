import { DrizzleQueryError } from 'drizzle-orm';
import { type DestinationStream, pino, stdSerializers } from 'pino';
import { MIB } from '../../flow/byte-units.ts';

const FACTS = ['code', 'severity', 'constraint_name', 'table_name', 'column_name', 'routine', 'syscall'] as const;

/** Removes Stripe keys from a message. */
const withoutKeys = (text: string | undefined) => text?.replaceAll(/\b(sk|rk|whsec)_\w+/g, '$1_[Redacted]');

/**
 * The loggable facts of an error. Drizzle's own message contains SQL and parameters, so its cause is logged instead.
 */
function errorFacts(error: unknown): object {
  if (error instanceof DrizzleQueryError) return { type: 'DrizzleQueryError', cause: errorFacts(error.cause) };
  if (!(error instanceof Error)) return { message: withoutKeys(String(error)) };

  const { type, message, stack } = stdSerializers.err(error);
  const facts = Object.fromEntries(FACTS.flatMap((name) => (name in error ? [[name, Reflect.get(error, name)]] : [])));
  return {
    type,
    message: withoutKeys(message),
    stack: withoutKeys(stack),
    ...facts,
    ...(error.cause !== undefined && { cause: errorFacts(error.cause) }),
  };
}

const SECRETS = [
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'tempToken',
  'key',
  'secret',
  'cookie',
  'authorization',
];

/** Bytes of lines that wait to be written. Those that come while nobody reads so many are dropped. */
const UNREAD = 8 * MIB;

/** Creates the log: JSON lines, on standard output by default, with secrets redacted. */
export const createLog = (level: string, to?: DestinationStream) => {
  const options = {
    level,
    base: { pid: process.pid },
    serializers: { err: errorFacts },
    redact: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  };
  return pino(options, to ?? pino.destination({ minLength: 0, maxLength: UNREAD }));
};
