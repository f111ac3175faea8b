import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { configuredKeys, type EncryptionKeys, keysFor, type SealedPurpose } from './encryption-keys.ts';

const NONCE = 12;
const TAG = 16;
const VERSION = 'v2';

/** The purpose and record of an encrypted text: decryption for any other is refused. */
interface Place {
  purpose: SealedPurpose;
  /** The id of the row or job that holds it. */
  record: string;
}

const boundTo = ({ purpose, record }: Place, keyId: string) =>
  Buffer.from([VERSION, keyId, purpose, record].join('\n'));

function decrypt(key: Buffer, text: string, associated?: Buffer): string {
  const bytes = Buffer.from(text, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE), { authTagLength: TAG });
  if (associated) decipher.setAAD(associated);
  decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8');
}

/** Values sealed before keys had ids: under the configured key itself, bound to nothing. */
function unsealUnbound(keys: EncryptionKeys, text: string): string {
  const [current, previous] = configuredKeys(keys);
  if (!current) throw new Error('No encryption key is configured.');
  try {
    return decrypt(current, text);
  } catch (error) {
    if (!previous) throw error;
    return decrypt(previous, text);
  }
}

/**
 * Encrypts text for storage at a place: AES-256-GCM under a derived key, as `v2.<key id>.<nonce, tag and ciphertext in
 * base64url>`.
 */
export function seal(keys: EncryptionKeys, place: Place, text: string): string {
  const [current] = keysFor(keys, place.purpose);
  if (!current) throw new Error('No encryption key is configured.');
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', current.key, nonce).setAAD(boundTo(place, current.id));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [VERSION, current.id, Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')].join('.');
}

/** Decrypts the output of `seal`. Throws if the key is not configured, or the place or the text differs. */
export function unseal(keys: EncryptionKeys, place: Place, sealed: string): string {
  const [version, id = '', text = ''] = sealed.split('.');
  if (version !== VERSION) return unsealUnbound(keys, sealed);
  const found = keysFor(keys, place.purpose).find((key) => key.id === id);
  if (!found)
    throw new Error('A value is sealed under a key that is neither ENCRYPTION_KEY nor ENCRYPTION_KEY_PREVIOUS.');
  return decrypt(found.key, text, boundTo(place, id));
}

/** Whether a text is sealed under the current key. Others are to be sealed again when they are written. */
export const isSealedAfresh = (keys: EncryptionKeys, { purpose }: Place, sealed: string) =>
  sealed.startsWith(`${VERSION}.${keysFor(keys, purpose)[0]?.id}.`);
