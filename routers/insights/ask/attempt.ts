import { ofetch } from 'ofetch';
import { ServiceAnswer } from '../../../insights/wire.ts';
import { inSpan, type Span } from '../../../telemetry/span.ts';
import { CallFailure, networkFailure, statusFailure } from './failure.ts';
import { INSIGHTS_CALL } from './settings.ts';

interface Attempt {
  url: string;
  /** The question as JSON. */
  body: string;
  secret: string;
  ids: { request: string; query: string };
  /** Milliseconds. */
  timeout: number;
  /** Aborts the attempt at the deadline of the whole query. */
  deadline: AbortSignal;
  redactSecrets: (text: string) => string;
}

/** Reads at most `limit` bytes and stops receiving after them. */
async function readUpTo(body: ReadableStream<Uint8Array> | undefined, limit: number) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > limit) return { bytes: Buffer.concat(chunks).subarray(0, limit), complete: false };
  }
  return { bytes: Buffer.concat(chunks), complete: true };
}

const excerpt = (text: string, redactSecrets: Attempt['redactSecrets']) =>
  redactSecrets(text).slice(0, INSIGHTS_CALL.loggedText);

/** The start of an error response, for the log. */
async function errorExcerpt(response: Response, redactSecrets: Attempt['redactSecrets']) {
  const body = response.body ?? undefined;
  const { bytes } = await readUpTo(body, 8 * INSIGHTS_CALL.loggedText).catch(() => ({ bytes: Buffer.alloc(0) }));
  return excerpt(bytes.toString('utf8'), redactSecrets);
}

const unusable = (reason: string, text: string, redactSecrets: Attempt['redactSecrets']) =>
  new CallFailure('unusable', `The answer of the insights service ${reason}: ${excerpt(text, redactSecrets)}`, {
    status: 200,
  });

// PostgreSQL stores neither NUL nor lone surrogates; a model may write either. JSON has both escaped only.
const UNSTORABLE = /\\u(0000|d[89a-f])/;
const toStorable = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value;

function parseAnswer(text: string, { redactSecrets }: Attempt): ServiceAnswer | CallFailure {
  try {
    const { data, error } = ServiceAnswer.safeParse(JSON.parse(text));
    if (error) return unusable(`does not fit the schema (${error.issues[0]?.path.join('.')})`, text, redactSecrets);
    const answer = JSON.stringify(data);
    // An answer that echoes the secret is never passed on.
    if (redactSecrets(answer) !== answer) return unusable('repeats the secret', text, redactSecrets);
    return UNSTORABLE.test(answer) ? (JSON.parse(answer, toStorable) as ServiceAnswer) : data;
  } catch {
    return unusable('is not JSON', text, redactSecrets);
  }
}

/** Makes one call with its own timeout and returns its answer or failure; never throws. */
export const attempt = (options: Attempt): Promise<ServiceAnswer | CallFailure> =>
  inSpan('POST /query', { kind: 'client', attributes: { 'http.request.method': 'POST' } }, async (span) => {
    const outcome = await call(options, span);
    const failed = outcome instanceof CallFailure;
    span?.set({ 'http.response.status_code': failed ? outcome.status : 200 });
    if (failed) span?.fail(outcome.timedOut ? 'timeout' : outcome.kind);
    return outcome;
  });

async function call(options: Attempt, span: Span | undefined): Promise<ServiceAnswer | CallFailure> {
  const { url, body, secret, ids, timeout, deadline, redactSecrets } = options;
  const signal = AbortSignal.any([AbortSignal.timeout(timeout), deadline]);
  try {
    const response = await ofetch.raw(`${url}/query`, {
      method: 'POST',
      body,
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        'X-Service-Secret': secret,
        'X-Request-Id': ids.request,
        'Idempotency-Key': ids.query,
        'X-Deadline-Ms': String(timeout),
        ...(span && { traceparent: span.traceparent }),
      },
      // A redirect would forward the secret to its target.
      redirect: 'error',
      retry: 0,
      responseType: 'stream',
      ignoreResponseError: true,
      signal,
    });
    if (response.status !== 200) return statusFailure(response, await errorExcerpt(response, redactSecrets));

    const { bytes, complete } = await readUpTo(response._data, INSIGHTS_CALL.answerBytes);
    if (!complete) return unusable('is too large', bytes.toString('utf8'), redactSecrets);
    return parseAnswer(new TextDecoder('utf-8', { fatal: true }).decode(bytes), options);
  } catch (error) {
    return networkFailure(error, signal.aborted, redactSecrets);
  }
}
