import type { IncomingMessage } from 'node:http';

/**
 * The bytes of a request's body. A larger one is read to its end and not kept, so that its sender gets the answer.
 *
 * @throws Error for one of more bytes
 */
export async function bytesOfBody(request: IncomingMessage, mostBytes: number) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) chunks.length = 0;
    else chunks.push(chunk);
  }
  if (bytes > mostBytes) throw new Error('The body is too large.');
  return Buffer.concat(chunks);
}

/** The text of a request's body. @throws Error for one of more bytes */
export const textOfBody = async (request: IncomingMessage, mostBytes: number) =>
  (await bytesOfBody(request, mostBytes)).toString('utf8');
