import { z } from 'zod';
import { fairQueue, QueueFull } from '../../flow/fair-queue.ts';
import { invalid, PortalError } from '../errors.ts';
import { TEXT } from '../limits/sizes.ts';
import { TIMEOUTS } from '../timeouts.ts';
import { installedHashing } from './argon2.ts';

const hashing = installedHashing();

// Hashing runs on a few threads. Addresses take turns: a flood from one delays no sign-in from another.
const queue = fairQueue({
  atOnce: TIMEOUTS.passwordsAtOnce,
  perKey: TIMEOUTS.passwordsPerAddress,
  waiting: TIMEOUTS.passwordQueue,
});

const queued = <T>(address: string, work: () => Promise<T>) =>
  queue.run(address, work).catch((cause: unknown) => {
    throw cause instanceof QueueFull ? new PortalError('SERVICE_UNAVAILABLE', undefined, { cause }) : cause;
  });

// Keyboards encode the same characters differently: passwords are compared in one form (RFC 8265).
const normalized = (password: string) => password.normalize('NFKC');
const length = (password: string) => [...normalized(password)].length;

/** A new password: 8 to 128 code points after NFKC. */
export const NewPassword = z
  .string()
  .max(TEXT.passwordMax * 4)
  .refine((password) => length(password) >= TEXT.passwordMin, `must have at least ${TEXT.passwordMin} characters`)
  .refine((password) => length(password) <= TEXT.passwordMax, `must have at most ${TEXT.passwordMax} characters`);

let common: Promise<Set<string>> | undefined;

const loadCommon = async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set<string>(dictionary['passwords-common'] as string[]);
};

/** Rejects the most common passwords. @throws VALIDATION_ERROR for the field */
export async function rejectCommonPassword(field: string, password: string) {
  common ??= loadCommon();
  if ((await common).has(normalized(password).toLowerCase()))
    throw invalid(field, 'is one of the most common passwords. Please choose another one.');
}

/**
 * Hashes with argon2id, in PHC notation, when it is the turn of the caller's address.
 *
 * @throws SERVICE_UNAVAILABLE if too many of the address wait
 */
export const hashPassword = (address: string, password: string) =>
  queued(address, async () => (await hashing).hash(normalized(password)));

const dummyHash = hashing.then(({ hash }) => hash('nobody has this password'));

/**
 * Verifies a password when it is the turn of the caller's address. Without a stored hash it takes the same time and
 * returns false.
 *
 * @throws SERVICE_UNAVAILABLE if too many of the address wait
 */
export const verifyPassword = (address: string, stored: string | undefined, password: string) =>
  queued(
    address,
    async () =>
      (await (await hashing).verify(stored ?? (await dummyHash), normalized(password))) && stored !== undefined,
  );
