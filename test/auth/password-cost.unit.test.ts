import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import type * as passwords from '../../server/identity/password.ts';

// As a portal loads it. What tests import has a cheaper hash (test/helpers/quick-argon2.ts).
const { hashPassword }: typeof passwords = createRequire(import.meta.url)('../../server/identity/password.ts');

it('Passwords are hashed with argon2id over 19 MiB, in two passes', async () => {
  const hashed = await hashPassword('192.0.2.1', 'a password of somebody');

  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});
