import { once } from 'node:events';
import { type ClientRequest, request as http, type IncomingMessage } from 'node:http';
import { request as https } from 'node:https';
import { seconds } from '../../server/durations.ts';
import { isPublicAddress, literalAddress, publicLookup, RefusedAddress } from './public-address.ts';

/** Limits of one attempt: milliseconds in all, milliseconds for the body once the status is known, bytes kept of it. */
const LIMITS = { attempt: seconds(10), body: seconds(1), bytes: 1024, headers: 16 * 1024 };

export const FAILURES = ['timeout', 'connection', 'refused_address', 'redirect', 'status'] as const;

export interface AttemptOutcome {
  error: (typeof FAILURES)[number] | null;
  responseStatus: number | null;
  responseBody: string | null;
  durationMs: number;
  /** Milliseconds that the receiver asks to wait, where it answers 429. */
  retryAfter?: number;
}

interface Message {
  url: string;
  headers: Record<string, string>;
  body: string;
}

interface How {
  /** Connects to public addresses only. */
  publicOnly: boolean;
  lookup?: ReturnType<typeof publicLookup>;
  signal?: AbortSignal;
}

/** The beginning of a body: a receiver may send it slowly, or without an end. */
async function beginningOf(response: IncomingMessage) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const slow = setTimeout(() => response.destroy(), LIMITS.body);
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= LIMITS.bytes) break;
    }
  } catch {
    // The part that has arrived is kept.
  } finally {
    clearTimeout(slow);
  }
  return Buffer.concat(chunks).subarray(0, LIMITS.bytes).toString('utf8').replaceAll('\0', '\ufffd');
}

const failureOf = (status: number) => (status < 300 ? null : status < 400 ? 'redirect' : 'status');

/** What `Retry-After` says, in seconds or as a date, in milliseconds. */
function pauseOf({ headers, statusCode }: IncomingMessage) {
  const asked = statusCode === 429 ? headers['retry-after'] : undefined;
  if (asked === undefined) return {};
  const pause = /^\d+(\.\d+)?$/.test(asked) ? seconds(Number(asked)) : Date.parse(asked) - Date.now();
  return Number.isFinite(pause) && pause > 0 ? { retryAfter: pause } : {};
}

async function exchange(request: ClientRequest, body: string): Promise<Omit<AttemptOutcome, 'durationMs'>> {
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const status = response.statusCode ?? 0;
  return {
    error: failureOf(status),
    responseStatus: status,
    responseBody: await beginningOf(response),
    ...pauseOf(response),
  };
}

/** Makes one attempt to send a message. Redirects are not followed. Never throws, unless `signal` ends it. */
export async function postEvent({ url, headers, body }: Message, how: How): Promise<AttemptOutcome> {
  const start = performance.now();
  const end = AbortSignal.timeout(LIMITS.attempt);
  const target = new URL(url);
  const literal = literalAddress(target);
  const failed = (error: AttemptOutcome['error']): Omit<AttemptOutcome, 'durationMs'> => ({
    error,
    responseStatus: null,
    responseBody: null,
  });
  const attempt = async () => {
    if (how.publicOnly && (target.protocol !== 'https:' || (literal && !isPublicAddress(literal))))
      return failed('refused_address');
    const request = (target.protocol === 'https:' ? https : http)(target, {
      method: 'POST',
      // Neither kept connections nor a proxy: the look-up decides the address of the connection.
      agent: false,
      maxHeaderSize: LIMITS.headers,
      signal: how.signal ? AbortSignal.any([end, how.signal]) : end,
      headers: { 'content-type': 'application/json', 'user-agent': 'client-portal-webhooks', ...headers },
      ...(how.publicOnly && { lookup: how.lookup ?? publicLookup() }),
    });
    // Errors after the response concern its body only.
    request.on('error', () => {});
    try {
      return await exchange(request, body);
    } catch (error) {
      if (how.signal?.aborted) throw error;
      if (end.aborted) return failed('timeout');
      return failed(error instanceof RefusedAddress ? 'refused_address' : 'connection');
    } finally {
      request.destroy();
    }
  };
  const outcome = await attempt();
  return { ...outcome, durationMs: Math.round(performance.now() - start) };
}
