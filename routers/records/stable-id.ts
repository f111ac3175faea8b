import { createHash } from 'node:crypto';

/** A version 5 UUID for an external id: the same in every scan, different for every client. */
export function stableId(clientId: string, kind: string, externalId: string): string {
  const namespace = Buffer.from(clientId.replaceAll('-', ''), 'hex');
  const bytes = createHash('sha1').update(namespace).update(`${kind}:${externalId}`).digest();
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
