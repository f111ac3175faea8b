import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

const DECODERS: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The codings that `readDecodedBody` can decode, for the header Accept-Encoding. */
export const CODINGS = 'gzip, deflate, br';

/**
 * The decoded body, at most `most` bytes of it. Decoding stops there: a few kilobytes can be gigabytes when decoded.
 * Without its end, or with an unknown coding, it throws.
 */
export async function readDecodedBody(response: IncomingMessage, most: number) {
  const coding = response.headers['content-encoding']?.trim().toLowerCase() || 'identity';
  const decoder = coding === 'identity' ? undefined : DECODERS[coding]?.();
  if (coding !== 'identity' && !decoder) throw new Error('The coding of the body is unknown.');

  // A response that breaks off would not end its decoder.
  if (decoder) response.once('error', (error) => decoder.destroy(error)).pipe(decoder);
  const decoded: AsyncIterable<Buffer> = decoder ?? response;
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of decoded) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > most) break;
    }
  } finally {
    decoder?.destroy();
    response.destroy();
  }
  return { body: Buffer.concat(chunks).subarray(0, most), isTruncated: bytes > most };
}
