import { once } from 'node:events';
import { request as http, type IncomingMessage } from 'node:http';
import { request as https } from 'node:https';
import { z } from 'zod';
import { seconds } from '../../../server/durations.ts';
import type { Env } from '../../../server/env.ts';
import { isPublicAddress, literalAddress, publicLookup } from '../../webhooks/public.ts';
import { isRedirectUri } from './addresses.ts';
import { AssistantName, RedirectUris } from './shapes.ts';

/** Of one document: bytes of its headers and of its body, and milliseconds in all. */
const LIMITS = { headers: 16 * 1024, body: 5 * 1024, call: seconds(5) };

const Document = z.object({
  client_id: z.string(),
  client_name: AssistantName,
  redirect_uris: RedirectUris,
  token_endpoint_auth_method: z.literal('none').optional(),
});

type Place = Pick<Env, 'production'>;

/** Whether an id of an assistant is the address of its document: in production a public one, by https. */
export function isDocumentAddress({ production }: Place, id: string): boolean {
  const url = /^https?:/.test(id) && isRedirectUri(id) ? new URL(id) : undefined;
  if (!url || url.href !== id || url.pathname === '/') return false;
  const literal = literalAddress(url);
  return !production || (url.protocol === 'https:' && !(literal && !isPublicAddress(literal)));
}

async function readBody(response: IncomingMessage) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > LIMITS.body) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Reads the document of an assistant. Redirects are not followed. Undefined where it is none of this assistant. */
export async function readClientDocument({ production }: Place, id: string) {
  const url = new URL(id);
  const signal = AbortSignal.timeout(LIMITS.call);
  const request = (url.protocol === 'https:' ? https : http)(url, {
    agent: false,
    maxHeaderSize: LIMITS.headers,
    signal,
    headers: { accept: 'application/json', 'user-agent': 'client-portal' },
    ...(production && { lookup: publicLookup() }),
  });
  request.on('error', () => {});
  try {
    request.end();
    const [response] = (await once(request, 'response', { signal })) as [IncomingMessage];
    const text = response.statusCode === 200 ? await readBody(response) : undefined;
    const { data } = Document.safeParse(text && JSON.parse(text));
    return data?.client_id === id ? { name: data.client_name, redirectUris: data.redirect_uris } : undefined;
  } catch {
    // Whatever goes wrong at the other end: the document cannot be read.
    return undefined;
  } finally {
    request.destroy();
  }
}
