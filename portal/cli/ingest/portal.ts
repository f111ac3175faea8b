import { DelegateBackoff, handleWhen, type IRetryBackoffContext, retry } from 'cockatiel';
import { FetchError, type FetchResponse, ofetch } from 'ofetch';
import { type Columns, columnsIn, type FieldSchema } from '../../../server/csv/cells.ts';
import { seconds } from '../../../server/durations.ts';
import { CommandError } from './entry.ts';

const ATTEMPTS = 8;
const LONGEST_WAIT = seconds(60);

interface Problem {
  error: string;
  issues?: { path: string; message: string }[];
}

export interface Receipt {
  accepted: number;
  updated: number;
  unchanged: number;
  rejected: { index: number; error: string }[];
  kept?: unknown[];
}

/** A change made by a person; the other fields are printed as they came. */
interface Change {
  cursor: string;
}

/** The Retry-After of a response, in milliseconds. */
function pauseAsked({ headers }: FetchResponse<unknown>) {
  const after = Number(headers.get('retry-after'));
  return after > 0 ? seconds(after) : undefined;
}

/** Whether the portal is busy for a moment: a limit of a whole day is not waited for. */
const isBusy = (response: FetchResponse<unknown>) =>
  response.status === 503 || (response.status === 429 && (pauseAsked(response) ?? 0) <= ATTEMPTS * LONGEST_WAIT);

/** A 429 or 503 response with its Retry-After, in milliseconds. */
class Busy extends Error {
  readonly after: number | undefined;

  constructor(response: FetchResponse<unknown>) {
    super(`it answered ${response.status}`);
    this.after = pauseAsked(response);
  }
}

/** Retry-After, or exponential backoff without it. */
const retryDelay = new DelegateBackoff(({ attempt, result }: IRetryBackoffContext<unknown>) => {
  const asked = 'error' in result && result.error instanceof Busy ? result.error.after : undefined;
  return Math.min(asked ?? 250 * 2 ** attempt, LONGEST_WAIT);
});

/** The issues of an error response, or its sentence. */
const reasonOf = ({ error, issues }: Problem) =>
  issues?.map(({ path, message }) => [path, message].filter(Boolean).join(': ')).join('; ') || error;

/**
 * The client of a running portal. It retries for a minute or more when the portal is busy, or unreachable after a first
 * response: ingestion is idempotent, so repeated requests are safe.
 */
export function portalAt(url: string, key: string, client?: string) {
  const base = url.replace(/\/+$/, '');
  // With a client the key is one of the operator, which writes for any of them.
  const ingest = client === undefined ? '/api/ingest' : `/api/operator/clients/${client}/ingest`;
  let reached = false;
  const isTransient = handleWhen((error) => error instanceof Busy || (reached && error instanceof FetchError));
  const retrying = retry(isTransient, { maxAttempts: ATTEMPTS - 1, backoff: retryDelay });
  const ask = async <T>(method: 'GET' | 'POST', path: string, type = 'application/json', body?: string) => {
    try {
      return await retrying.execute(async () => {
        const response = await ofetch.raw<T & Problem>(base + path, {
          method,
          headers: { Authorization: `Bearer ${key}`, 'Content-Type': type },
          timeout: seconds(30),
          retry: 0,
          // The API key must not be sent to another address.
          redirect: 'manual',
          ignoreResponseError: true,
          ...(body !== undefined && { body }),
        });
        reached = true;
        if (isBusy(response)) throw new Busy(response);
        return response;
      });
    } catch (cause) {
      if (!(cause instanceof Busy || cause instanceof FetchError)) throw cause;
      throw new CommandError(`The portal at ${base} cannot be reached: ${cause.message}.`);
    }
  };

  const answered = (status: number, answer: Partial<Problem> | undefined) =>
    `The portal at ${base} answered ${status}: ${answer?.error ?? 'no error message'}`;

  const send = async <T>(path: string, type: string, body: string) => {
    const { status, _data: answer } = await ask<T>('POST', path, type, body);
    if (status < 300 && answer) return { status, answer };
    if (answer?.error && (status === 400 || status === 413)) return { status, reason: reasonOf(answer) };
    throw new CommandError(answered(status, answer));
  };

  return {
    /** A page of the changes that people have made, and whether more follow. */
    async changes(after: string | undefined) {
      const query = new URLSearchParams({ limit: '1000', ...(after !== undefined && { after }) });
      const { status, headers, _data: answer } = await ask<{ data?: Change[] }>('GET', `/api/ingest/changes?${query}`);
      if (!answer?.data) throw new CommandError(answered(status, answer));
      return { changes: answer.data, hasMore: headers.get('x-has-more') === 'true' };
    },
    sendScan: (json: string) => send<{ runId: string }>(`${ingest}/scans`, 'application/json', json),
    sendRecords: (lines: string[], dryRun: boolean) =>
      send<Receipt>(`${ingest}/records${dryRun ? '?dryRun=1' : ''}`, 'application/x-ndjson', lines.join('\n')),
    /** The CSV columns of a record type, from the portal's OpenAPI document. */
    async columnsOf(type: string): Promise<Columns> {
      const { _data: document } = await ask<{ components?: { schemas?: Record<string, FieldSchema> } }>(
        'GET',
        '/openapi.json',
      );
      const schemas = document?.components?.schemas ?? {};
      const types = schemas.IngestRecord?.anyOf?.map(({ $ref = '' }) => schemas[$ref.split('/').at(-1) ?? '']) ?? [];
      const names = types.map((schema) => schema?.properties?.type?.const);
      const data = types[names.indexOf(type)]?.properties?.data;
      if (!data) throw new CommandError(`Unknown type "${type}"; use one of ${names.join(', ')}.`);
      return columnsIn(data);
    },
  };
}

export type Portal = ReturnType<typeof portalAt>;
