import { ofetch } from 'ofetch';
import { Answer, type InsightType, type Question } from '../../insights/wire.ts';
import { PortalError } from '../errors.ts';
import { seconds } from '../limits.ts';

const ANSWER_BYTES = 1024 * 1024;
const TIMEOUT: Record<InsightType, number> = {
  nlq: seconds(8),
  explain: seconds(8),
  scoring: seconds(1),
  playbook: seconds(1),
};

export interface InsightsAddress {
  url: () => string;
  secret: string;
  /** Milliseconds for one attempt; by type when not set. */
  timeout?: number | undefined;
}

const away = (cause: unknown) =>
  new PortalError('SERVICE_UNAVAILABLE', 'The insights service is not available right now. Please try again shortly.', {
    cause,
  });
const unusable = (cause: unknown) =>
  new PortalError('INTERNAL', 'The question could not be answered. Please try again.', { cause });

async function readAtMost(limit: number, body: ReadableStream<Uint8Array> | undefined) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > limit) throw new Error('The answer of the insights service is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Speaks to the insights service. What it says beyond the answer's schema is dropped, and nothing of what it says in
 * an error reaches the caller.
 *
 * @throws SERVICE_UNAVAILABLE when it is away, slow or overloaded; INTERNAL when its answer cannot be used.
 */
export function insightsClient({ url, secret, timeout }: InsightsAddress) {
  return async (question: Question, ids: { request: string; query: string }): Promise<Answer> => {
    const patience = timeout ?? TIMEOUT[question.type];
    const signal = AbortSignal.timeout(patience);
    const response = await ofetch
      .raw(`${url()}/query`, {
        method: 'POST',
        body: question,
        headers: {
          'X-Service-Secret': secret,
          'X-Request-Id': ids.request,
          'Idempotency-Key': ids.query,
          'X-Deadline-Ms': String(patience),
        },
        // A redirect would carry the secret to wherever it points.
        redirect: 'error',
        retry: 0,
        responseType: 'stream',
        ignoreResponseError: true,
        signal,
      })
      .catch((cause) => {
        throw away(cause);
      });

    if (response.status === 429 || response.status === 503)
      throw away(new Error(`The insights service answered ${response.status}.`));
    if (response.status !== 200) throw unusable(new Error(`The insights service answered ${response.status}.`));
    try {
      return Answer.parse(JSON.parse(await readAtMost(ANSWER_BYTES, response._data)));
    } catch (cause) {
      throw signal.aborted ? away(cause) : unusable(cause);
    }
  };
}
