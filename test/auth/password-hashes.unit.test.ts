import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import type * as argon2 from '../../server/identity/argon2.ts';

// As a portal loads it. What tests import has a cheaper hash (test/helpers/quick-argon2.ts).
const { nativeHashing, nodeHashing }: typeof argon2 = createRequire(import.meta.url)('../../server/identity/argon2.ts');

const PASSWORD = 'Grüße aus Köln 🦷';
const native = await nativeHashing();

it.each([
  ['the native package', 'Node', native, nodeHashing],
  ['Node', 'the native package', nodeHashing, native],
] as const)('a hash that %s made is verified by %s', async (_maker, _reader, maker, reader) => {
  const hash = await maker.hash(PASSWORD);

  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await reader.verify(hash, PASSWORD)).toBe(true);
  expect(await reader.verify(hash, `${PASSWORD} `)).toBe(false);
});

it('Node salts each hash, and refuses a text that is none', async () => {
  expect(await nodeHashing.hash(PASSWORD)).not.toBe(await nodeHashing.hash(PASSWORD));
  await expect(nodeHashing.verify('$argon2id$v=19$m=19456', PASSWORD)).rejects.toThrow('none of argon2id');
});
