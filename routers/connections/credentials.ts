import type { connections } from '../../db/schema/index.ts';
import type { EncryptionKeys } from '../../server/identity/encryption-keys.ts';
import { seal, unseal } from '../../server/identity/sealed.ts';

const place = (id: string) => ({ purpose: 'connection-credential', record: id }) as const;

/** A credential as it is stored for the connection with this id. */
export const sealCredential = (keys: EncryptionKeys, id: string, credential: string) =>
  seal(keys, place(id), credential);

export const openCredential = (
  keys: EncryptionKeys,
  { id, sealedCredential }: Pick<typeof connections.$inferSelect, 'id' | 'sealedCredential'>,
) => (sealedCredential === null ? '' : unseal(keys, place(id), sealedCredential));
