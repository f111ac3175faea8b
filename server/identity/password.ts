import { hash, verify } from '@node-rs/argon2';
import { BulkheadRejectedError, bulkhead } from 'cockatiel';
import { z } from 'zod';
import type { Env } from '../env.ts';
import { invalid, PortalError } from '../errors.ts';
import { TEXT } from '../limits/sizes.ts';
import { TIMEOUTS } from '../timeouts.ts';

// OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Hashing runs on a few threads: further sign-ins wait, and past the queue’s size they get a 503.
const queue = bulkhead(TIMEOUTS.passwordsAtOnce, TIMEOUTS.passwordQueue);

const queued = <T>(work: () => Promise<T>) =>
  queue.execute(work).catch((error: unknown) => {
    throw error instanceof BulkheadRejectedError ? new PortalError('SERVICE_UNAVAILABLE') : error;
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

/** Rejects the most common passwords, in production only. @throws VALIDATION_ERROR for the field */
export async function rejectCommonPassword({ production }: Env, field: string, password: string) {
  if (!production) return;
  common ??= loadCommon();
  if ((await common).has(normalized(password).toLowerCase()))
    throw invalid(field, 'is one of the most common passwords. Please choose another one.');
}

/** Hashes with argon2id, in PHC notation. @throws SERVICE_UNAVAILABLE if too many requests wait */
export const hashPassword = (password: string) => queued(() => hash(normalized(password), COST));

const dummyHash = hash('nobody has this password', COST);

/** Verifies a password. Without a stored hash it takes the same time and returns false. */
export const verifyPassword = (stored: string | undefined, password: string) =>
  queued(async () => (await verify(stored ?? (await dummyHash), normalized(password))) && stored !== undefined);
