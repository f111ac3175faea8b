import { createRequire } from 'node:module';
import type argon2 from '@node-rs/argon2';

// The library itself: its name leads here (vitest.config.ts), as half the time of a registration would be its hash.
const real: typeof argon2 = createRequire(import.meta.url)('@node-rs/argon2');

export const { verify } = real;

/** Hashes with argon2id, at the least cost that it takes. */
export const hash: typeof argon2.hash = (password) =>
  real.hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
