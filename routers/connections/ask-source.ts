import { once } from 'node:events';
import { request as http, type IncomingMessage } from 'node:http';
import { request as https } from 'node:https';
import { MIB } from '../../flow/byte-units.ts';
import { seconds } from '../../server/durations.ts';
import type { Env } from '../../server/env.ts';
import { isPublicAddress, literalAddress, publicLookup, RefusedAddress } from '../webhooks/public.ts';
import { type ProblemName, SourceFailure } from './problems.ts';

/** Limits of one call: milliseconds in all, bytes of headers and body. Parsing 4 MiB of JSON takes some 30 ms. */
const LIMITS = { call: seconds(30), headers: 16 * 1024, body: 4 * MIB };

/** A call of a tool. */
interface SourceCall {
  url: URL;
  headers?: Record<string, string>;
  /** Sent as JSON, or as a form if it is one. */
  body?: object | URLSearchParams;
}

interface SourceAnswer {
  status: number;
  json: unknown;
}

/** Calls a tool and returns its JSON. @throws SourceFailure */
export type AskSource = (call: SourceCall) => Promise<SourceAnswer>;

type Addresses = Pick<Env, 'production' | 'CONNECTION_HOSTS' | 'GOOGLE_API_BASE'>;

/** Whether a call must lead to a public https address: in production, unless the operator names where it goes. */
function mustBePublic({ production, CONNECTION_HOSTS, GOOGLE_API_BASE }: Addresses, { hostname, origin }: URL) {
  const isGoogle = GOOGLE_API_BASE !== undefined && new URL(GOOGLE_API_BASE).origin === origin;
  return production && !isGoogle && !CONNECTION_HOSTS.includes(hostname.toLowerCase());
}

async function read(response: IncomingMessage) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > LIMITS.body) throw new SourceFailure('strange_answer');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The usual meaning of a status that is no success. */
export function problemOfStatus(status: number): ProblemName {
  if (status === 401) return 'credential_refused';
  if (status === 403 || status === 404) return 'property_missing';
  if (status === 429) return 'quota_used_up';
  return status >= 500 ? 'server_error' : 'request_refused';
}

function contentOf({ body }: SourceCall) {
  if (!body) return { method: 'GET', type: {} };
  if (body instanceof URLSearchParams)
    return { method: 'POST', text: body.toString(), type: { 'content-type': 'application/x-www-form-urlencoded' } };
  return { method: 'POST', text: JSON.stringify(body), type: { 'content-type': 'application/json' } };
}

/** Makes one call. Redirects are not followed: they could lead anywhere, with the credential. */
async function exchange(call: SourceCall, publicOnly: boolean, signal: AbortSignal): Promise<SourceAnswer> {
  const literal = literalAddress(call.url);
  if (publicOnly && (call.url.protocol !== 'https:' || (literal && !isPublicAddress(literal))))
    throw new SourceFailure('address_refused');
  const { method, text, type } = contentOf(call);
  const request = (call.url.protocol === 'https:' ? https : http)(call.url, {
    method,
    // Neither kept connections nor a proxy: the look-up decides the address of the connection.
    agent: false,
    maxHeaderSize: LIMITS.headers,
    signal,
    headers: { accept: 'application/json', 'user-agent': 'client-portal', ...type, ...call.headers },
    ...(publicOnly && { lookup: publicLookup() }),
  });
  request.on('error', () => {});
  try {
    request.end(text);
    const [response] = (await once(request, 'response', { signal })) as [IncomingMessage];
    const status = response.statusCode ?? 0;
    if (status >= 300 && status < 400) throw new SourceFailure('strange_answer');
    const json = parse(await read(response));
    if (json === undefined) throw new SourceFailure(status < 300 ? 'strange_answer' : problemOfStatus(status));
    return { status, json };
  } finally {
    request.destroy();
  }
}

/** Returns the way to tools for one turn of work, which `signal` ends; a call ends after `limit` milliseconds. */
export const sourceClient =
  (env: Addresses, signal?: AbortSignal, limit = LIMITS.call): AskSource =>
  async (call) => {
    const end = AbortSignal.timeout(limit);
    try {
      return await exchange(call, mustBePublic(env, call.url), signal ? AbortSignal.any([end, signal]) : end);
    } catch (error) {
      if (error instanceof SourceFailure) throw error;
      if (signal?.aborted) throw error;
      throw new SourceFailure(error instanceof RefusedAddress ? 'address_refused' : 'no_answer', error);
    }
  };
