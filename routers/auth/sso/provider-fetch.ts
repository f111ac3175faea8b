import { once } from 'node:events';
import { request as http, type IncomingMessage } from 'node:http';
import { request as https } from 'node:https';
import { KIB } from '../../../flow/byte-units.ts';
import { seconds } from '../../../server/durations.ts';
import type { Env } from '../../../server/env.ts';
import { isLoopback } from '../../../server/loopback.ts';
import { isPublicAddress, literalAddress, publicLookup, RefusedAddress } from '../../webhooks/public.ts';

/** Of one call: milliseconds in all, bytes of headers and of the body. */
const LIMITS = { call: seconds(5), headers: 32 * KIB, body: 512 * KIB };

type Place = Pick<Env, 'production'>;

/** Whether a provider may be at an address: by https, and in production nowhere that is private by its literal. */
export function mayBeProvider({ production }: Place, text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (!production) return url.protocol === 'https:' || url.protocol === 'http:';
  const literal = literalAddress(url);
  return url.protocol === 'https:' && !isLoopback(url.hostname) && !(literal && !isPublicAddress(literal));
}

async function bodyOf(response: IncomingMessage) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > LIMITS.body) throw new RefusedAddress('The answer of the provider is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

interface ProviderCall {
  method: string;
  headers: Record<string, string>;
  body?: unknown;
}

/**
 * Returns a `fetch` for calls to identity providers: in production to public addresses by https alone, without
 * redirects, kept connections and proxies, within `limit` milliseconds.
 */
export const providerFetch =
  ({ production }: Place, limit = LIMITS.call) =>
  async (address: string, { method, headers, body }: ProviderCall): Promise<Response> => {
    if (!mayBeProvider({ production }, address)) throw new RefusedAddress('The address is not public.');
    const url = new URL(address);
    const signal = AbortSignal.timeout(limit);
    const request = (url.protocol === 'https:' ? https : http)(url, {
      method,
      agent: false,
      maxHeaderSize: LIMITS.headers,
      signal,
      headers: { ...headers, 'user-agent': 'client-portal' },
      ...(production && { lookup: publicLookup() }),
    });
    request.on('error', () => {});
    try {
      request.end(body instanceof URLSearchParams || typeof body === 'string' ? String(body) : undefined);
      const [response] = (await once(request, 'response', { signal })) as [IncomingMessage];
      const text = await bodyOf(response);
      const status = response.statusCode ?? 500;
      const type = response.headers['content-type'] ?? '';
      return new Response(status === 204 || status === 304 ? null : text, {
        status,
        headers: { 'content-type': type },
      });
    } finally {
      request.destroy();
    }
  };
