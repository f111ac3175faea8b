import type { IncomingMessage } from 'node:http';

/** The text of a request's body. @throws Error for one of more bytes */
export async function textOfBody(request: IncomingMessage, mostBytes: number) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Error('The body is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
