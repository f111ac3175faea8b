import { seconds } from '../../../server/durations.ts';
import { EngineFailure } from './failure.ts';

/** Of one call, in milliseconds, and of its answer. */
const LIMITS = { call: seconds(60), bytes: 2 * 1024 * 1024 };

export interface Calling {
  /** Ends the call with the process. */
  signal?: AbortSignal | undefined;
  /** Milliseconds. Default: a minute. */
  timeout?: number | undefined;
}

/** Milliseconds until another call, from seconds or a date; undefined where the engine does not say. */
function retryAfterOf(headers: Headers) {
  const text = headers.get('retry-after')?.trim();
  if (!text) return undefined;
  const wait = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

function refuse({ status, headers }: Response): never {
  if (status === 429) throw new EngineFailure('limited', 'The engine limits its calls (429).', retryAfterOf(headers));
  if (status >= 300 && status < 400) throw new EngineFailure('unusable', `The engine redirects (${status}).`);
  if (status === 401 || status === 403) throw new EngineFailure('refused', `The engine refuses the key (${status}).`);
  const fault = status >= 500 ? 'The engine is overloaded or broken' : 'The engine refuses the call';
  throw new EngineFailure('refused', `${fault} (${status}).`);
}

async function bodyOf(response: Response) {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > LIMITS.bytes) throw new EngineFailure('unusable', 'The answer is larger than 2 MiB.');
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
  } catch {
    throw new EngineFailure('unusable', 'The answer is no JSON.');
  }
}

const NOT_CONNECTED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS)/;

/** The code of an error of the connection. */
const codeOf = (error: unknown) => {
  const cause = error instanceof Error ? (error.cause ?? error) : undefined;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
};

/** Posts JSON to an engine and reads its answer. Redirects are refused. @throws EngineFailure */
export async function postJson(url: string, headers: Record<string, string>, body: object, how: Calling = {}) {
  const end = AbortSignal.timeout(how.timeout ?? LIMITS.call);
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: how.signal ? AbortSignal.any([end, how.signal]) : end,
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      refuse(response);
    }
    return await bodyOf(response);
  } catch (error) {
    if (error instanceof EngineFailure) throw error;
    if (end.aborted) throw new EngineFailure('lost', 'The engine did not answer in time.');
    if (NOT_CONNECTED.test(codeOf(error))) throw new EngineFailure('refused', 'The engine cannot be reached.');
    throw new EngineFailure('lost', 'The connection to the engine broke off.');
  }
}

/** An address below the root of an API, which may have the version in it. */
export const endpoint = (root: string, version: string, path: string) =>
  root.endsWith(`/${version}`) ? `${root}/${path}` : `${root}/${version}/${path}`;
