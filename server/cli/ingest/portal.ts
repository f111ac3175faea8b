import { DelegateBackoff, handleWhen, type IRetryBackoffContext, retry } from 'cockatiel';
import { FetchError, type FetchResponse, ofetch } from 'ofetch';
import { seconds } from '../../durations.ts';
import type { Column, Columns } from './csv.ts';
import { Unusable } from './entry.ts';

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
}

/** An answer of "not now", with what it says of when. */
class Busy extends Error {
  readonly after: number | undefined;

  constructor({ status, headers }: FetchResponse<unknown>) {
    super(`it answered ${status}`);
    const after = Number(headers.get('retry-after'));
    this.after = after > 0 ? seconds(after) : undefined;
  }
}

/** As long as it asked for; longer each time where it did not say. */
const pauses = new DelegateBackoff(({ attempt, result }: IRetryBackoffContext<unknown>) => {
  const asked = 'error' in result && result.error instanceof Busy ? result.error.after : undefined;
  return Math.min(asked ?? 250 * 2 ** attempt, LONGEST_WAIT);
});

/** The issues of a refusal, or its sentence. */
const reasonOf = ({ error, issues }: Problem) =>
  issues?.map(({ path, message }) => [path, message].filter(Boolean).join(': ')).join('; ') || error;

interface JsonSchema {
  $ref?: string;
  type?: string;
  const?: string;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

const KINDS = new Map<string | undefined, Column['type']>([
  ['number', 'number'],
  ['integer', 'number'],
  ['boolean', 'flag'],
  ['array', 'json'],
  ['object', 'json'],
]);

const columnType = ({ type, anyOf }: JsonSchema): Column['type'] =>
  anyOf?.[0] ? columnType(anyOf[0]) : (KINDS.get(type) ?? 'text');

/**
 * A portal that runs, as a pipeline speaks to it. Busy, or gone after it was there, it is asked again for a minute or
 * more: what goes in is known by its name, so that sending it again does no harm.
 */
export function portalAt(url: string, key: string) {
  const base = url.replace(/\/+$/, '');
  let reached = false;
  const passing = handleWhen((error) => error instanceof Busy || (reached && error instanceof FetchError));
  const patient = retry(passing, { maxAttempts: ATTEMPTS - 1, backoff: pauses });
  const ask = async <T>(method: 'GET' | 'POST', path: string, type = 'application/json', body?: string) => {
    try {
      return await patient.execute(async () => {
        const response = await ofetch.raw<T & Problem>(base + path, {
          method,
          headers: { Authorization: `Bearer ${key}`, 'Content-Type': type },
          timeout: seconds(30),
          retry: 0,
          // Wherever it points, the key does not go there.
          redirect: 'manual',
          ignoreResponseError: true,
          ...(body !== undefined && { body }),
        });
        reached = true;
        if (response.status === 429 || response.status === 503) throw new Busy(response);
        return response;
      });
    } catch (cause) {
      if (!(cause instanceof Busy || cause instanceof FetchError)) throw cause;
      throw new Unusable(`The portal at ${base} is not to be had: ${cause.message}.`);
    }
  };

  const send = async <T>(path: string, type: string, body: string) => {
    const { status, _data: answer } = await ask<T>('POST', path, type, body);
    if (status < 300 && answer) return { status, answer };
    if (answer?.error && (status === 400 || status === 413)) return { status, reason: reasonOf(answer) };
    throw new Unusable(`The portal at ${base} answered ${status}: ${answer?.error ?? 'nothing that it would say'}`);
  };

  return {
    sendScan: (json: string) => send<{ runId: string }>('/api/ingest/scans', 'application/json', json),
    sendRecords: (lines: string[], dryRun: boolean) =>
      send<Receipt>(`/api/ingest/records${dryRun ? '?dryRun=1' : ''}`, 'application/x-ndjson', lines.join('\n')),
    /** The columns of a type of record, by the portal's own document. */
    async columnsOf(type: string): Promise<Columns> {
      const { _data: document } = await ask<{ components?: { schemas?: Record<string, JsonSchema> } }>(
        'GET',
        '/openapi.json',
      );
      const schemas = document?.components?.schemas ?? {};
      const types = schemas.IngestRecord?.anyOf?.map(({ $ref = '' }) => schemas[$ref.split('/').at(-1) ?? '']) ?? [];
      const names = types.map((schema) => schema?.properties?.type?.const);
      const { properties = {}, required } = types[names.indexOf(type)]?.properties?.data ?? {};
      if (!required) throw new Unusable(`Unknown type "${type}"; use one of ${names.join(', ')}.`);
      return new Map(
        Object.entries(properties).map(([name, schema]) => [
          name,
          { type: columnType(schema), required: required.includes(name) },
        ]),
      );
    },
  };
}

export type Portal = ReturnType<typeof portalAt>;
