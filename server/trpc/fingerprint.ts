import { createHash } from 'node:crypto';
import { jsonPieces } from '../../flow/pieces.ts';

/** The same for the same procedure and input, whatever the order of fields. Other requests run in between. */
export async function fingerprintOf(path: string, input: unknown): Promise<string> {
  const hash = createHash('sha256').update(`${path} `);
  for await (const piece of jsonPieces(input, { sorted: true })) hash.update(piece);
  return hash.digest('hex');
}
