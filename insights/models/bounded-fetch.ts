import { ProviderError } from './failure.ts';

const ANSWER_BYTES = 1024 * 1024;

async function readAtMost(limit: number, body: ReadableStream<Uint8Array>) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    // Leaving the loop cancels the stream, and so the rest of the answer.
    if (size > limit) throw new ProviderError('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * A fetch that trusts nobody: no redirects, which would carry the key along, at most 1 MiB after decompression, and of
 * an answer that is no success nothing but its status, so that no error text can end up anywhere.
 *
 * @throws {ProviderError}
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const lost = () => new ProviderError(init?.signal?.aborted ? 'timeout' : 'unreachable');
  const response = await fetch(input, { ...init, redirect: 'manual' }).catch(() => {
    throw lost();
  });
  if (!response.ok || !response.body) {
    await response.body?.cancel().catch(() => {});
    throw new ProviderError('status', response.status);
  }

  const body = await readAtMost(ANSWER_BYTES, response.body).catch((error) => {
    throw error instanceof ProviderError ? error : lost();
  });
  return new Response(body, { status: 200, headers: { 'content-type': 'application/json' } });
};
