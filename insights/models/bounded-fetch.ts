import { ProviderError } from './failure.ts';

const MAX_BYTES = 1024 * 1024;

async function readUpTo(limit: number, body: ReadableStream<Uint8Array>) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    // Leaving the loop cancels the stream.
    if (size > limit) throw new ProviderError('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * A restricted fetch: no redirects, which would forward the key, at most 1 MiB after decompression, and only the status
 * of an error response, so that its text cannot leak.
 *
 * @throws {ProviderError} if no successful response is received.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const connectionError = () => new ProviderError(init?.signal?.aborted ? 'timeout' : 'unreachable');
  const response = await fetch(input, { ...init, redirect: 'manual' }).catch(() => {
    throw connectionError();
  });
  if (!response.ok || !response.body) {
    await response.body?.cancel().catch(() => {});
    throw new ProviderError('status', response.status);
  }

  const body = await readUpTo(MAX_BYTES, response.body).catch((error) => {
    throw error instanceof ProviderError ? error : connectionError();
  });
  return new Response(body, { status: 200, headers: { 'content-type': 'application/json' } });
};
