import { ofetch } from 'ofetch';
import { InsightAnswer } from '../../../insights/wire.ts';
import { Failure, networkFailure, statusFailure } from './failure.ts';
import { INSIGHTS } from './settings.ts';

export interface Attempt {
  url: string;
  /** The question as JSON. */
  body: string;
  secret: string;
  ids: { request: string; query: string };
  /** Milliseconds. */
  patience: number;
  /** Ends the attempt before its time. */
  deadline: AbortSignal;
  /** Blots out of a text what must not be written anywhere. */
  blotted: (text: string) => string;
}

/** The body as far as `limit` bytes, and whether that was all; what is beyond is not received. */
async function read(body: ReadableStream<Uint8Array> | undefined, limit: number) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > limit) return { bytes: Buffer.concat(chunks).subarray(0, limit), whole: false };
  }
  return { bytes: Buffer.concat(chunks), whole: true };
}

const excerpt = (text: string, blotted: Attempt['blotted']) => blotted(text).slice(0, INSIGHTS.loggedText);

/** What the service said with an error, for the log. */
async function complaint(response: Response, blotted: Attempt['blotted']) {
  const body = response.body ?? undefined;
  const { bytes } = await read(body, 8 * INSIGHTS.loggedText).catch(() => ({ bytes: Buffer.alloc(0) }));
  return excerpt(bytes.toString('utf8'), blotted);
}

const unusable = (why: string, text: string, blotted: Attempt['blotted']) =>
  new Failure('unusable', `The answer of the insights service ${why}: ${excerpt(text, blotted)}`);

// Neither NUL nor half a character can be stored, and either may be in what a model wrote.
const storable = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value;

function understand(text: string, { blotted }: Attempt): InsightAnswer | Failure {
  try {
    const { data, error } = InsightAnswer.safeParse(JSON.parse(text));
    if (error) return unusable(`does not fit the schema (${error.issues[0]?.path.join('.')})`, text, blotted);
    const answer = JSON.stringify(data);
    // Whatever echoes the secret is not handed on, however well it fits.
    if (blotted(answer) !== answer) return unusable('repeats the secret', text, blotted);
    return JSON.parse(answer, storable) as InsightAnswer;
  } catch {
    return unusable('is not JSON', text, blotted);
  }
}

/** Asks once, with a timer of its own. Whatever comes of it is returned, and nothing thrown. */
export async function attempt(how: Attempt): Promise<InsightAnswer | Failure> {
  const { url, body, secret, ids, patience, deadline, blotted } = how;
  const timer = AbortSignal.timeout(patience);
  const signal = AbortSignal.any([timer, deadline]);
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
        'X-Deadline-Ms': String(patience),
      },
      // A redirect would carry the secret to wherever it points.
      redirect: 'error',
      retry: 0,
      responseType: 'stream',
      ignoreResponseError: true,
      signal,
    });
    if (response.status !== 200) return statusFailure(response, await complaint(response, blotted));

    const { bytes, whole } = await read(response._data, INSIGHTS.answerBytes);
    if (!whole) return unusable('is too large', bytes.toString('utf8'), blotted);
    return understand(new TextDecoder('utf-8', { fatal: true }).decode(bytes), how);
  } catch (error) {
    return networkFailure(error, signal.aborted, blotted);
  }
}
