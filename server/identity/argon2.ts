import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

// argon2id in PHC notation, by the native package or, where it is not installed, by Node itself: either verifies what
// the other made. Node takes 3.5 times the processor time. Both work on threads of libuv, off the event loop.

interface Hashing {
  hash: (password: string) => Promise<string>;
  /** @throws if the stored text is no hash of argon2id */
  verify: (stored: string, password: string) => Promise<boolean>;
}

// OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, two passes, one lane.
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{11,86})$/;

const derive = promisify(argon2);
const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** Hashes with Node’s own argon2id. */
export const nodeHashing: Hashing = {
  async hash(password) {
    const nonce = randomBytes(SALT_BYTES);
    const tag = await derive('argon2id', { ...COST, message: password, nonce, tagLength: TAG_BYTES });
    const { memory, passes, parallelism } = COST;
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`;
  },
  async verify(stored, password) {
    const [, memory, passes, parallelism, salt = '', tag = ''] = PHC.exec(stored) ?? [];
    if (!tag) throw new Error('The stored hash is none of argon2id.');
    const due = Buffer.from(tag, 'base64');
    const made = await derive('argon2id', {
      message: password,
      nonce: Buffer.from(salt, 'base64'),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: due.length,
    });
    return timingSafeEqual(made, due);
  },
};

/** Hashes with the native package. @throws if its part for this platform, an optional package, is not installed */
export async function nativeHashing(): Promise<Hashing> {
  const { hash, verify } = await import('@node-rs/argon2');
  const cost = { memoryCost: COST.memory, timeCost: COST.passes, parallelism: COST.parallelism };
  return { hash: (password) => hash(password, cost), verify };
}

/** Hashes with what is installed. */
export const installedHashing = () => nativeHashing().catch(() => nodeHashing);
