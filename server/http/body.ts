import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runOnBodyThread, type ThreadWork } from '../../flow/body-thread.ts';
import type { BodyAnswer, BodyTask } from '../../flow/body-work.ts';
import { byteBudget } from '../../flow/byte-budget.ts';
import { MIB } from '../../flow/byte-units.ts';
import { fairQueue } from '../../flow/fair-queue.ts';
import { decode, type Inspected, Refused, RefusedRow, RowText, readRowsOf, readValue } from '../../flow/json.ts';
import { together } from '../../flow/json-parts.ts';
import { PortalError } from '../errors.ts';
import { BLANK_LINES, BODY_BYTES, JSON_DEPTH, JSON_VALUES, OBJECT_FIELDS, RECORDS_PER_BATCH } from '../limits/sizes.ts';
import { holderOf, noteWait, outside } from './admission.ts';

const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i;
const NDJSON_TYPE = /^application\/x-ndjson\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i;

// Bodies that are still arriving or being read: a caller may open many and complete none.
const incomplete = byteBudget({ total: 256 * MIB, each: 32 * MIB });
const TOO_MANY_INCOMPLETE = 'Too many requests of yours are still arriving. Please try again shortly.';
const UTF16 = new TextDecoder('utf-16le', { fatal: true });
const INCOMPLETE = 'The body is incomplete.';

/**
 * Bytes of each body that need no room: the number of connections bounds them, and nobody can keep others from signing
 * in.
 */
const ALWAYS = BODY_BYTES.credentials;

/** Larger bodies are read on the body thread: 64 KiB take this one two milliseconds. */
const SMALL = 64 * 1024;

// Bodies of one caller that are longer than that: further ones wait unread, in the buffers of their sockets.
const turns = fairQueue({ atOnce: Number.POSITIVE_INFINITY, perKey: 8, waiting: Number.POSITIVE_INFINITY });

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

declare module 'fastify' {
  interface FastifyRequest {
    /** The content type as it was sent. */
    bodyType: string;
    /** The bytes of the body, once it is read. */
    bodyBytes: number;
  }
}

/** Keeps Fastify from parsing bodies, and from checking their type before authentication. */
export function deferBodyParsing(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.decorateRequest('bodyType', '');
  app.decorateRequest('bodyBytes', 0);
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request;
    const type = headers['content-type'];
    if (type !== undefined) {
      request.bodyType = type;
      delete headers['content-type'];
    }
    done();
  });
}

/** Waits until the caller may have one more body read: 30 seconds at most, the time limit of a request. */
async function turnOf(request: FastifyRequest) {
  const began = performance.now();
  const closed = new AbortController();
  const close = () => closed.abort();
  request.raw.once('close', close);
  try {
    return await turns.enter(holderOf(request), closed.signal);
  } finally {
    request.raw.off('close', close);
    noteWait(request, 'bodies', performance.now() - began);
  }
}

/**
 * Reads the bytes of a body for work, which counts against the budget of its caller until it is done.
 *
 * @throws PAYLOAD_TOO_LARGE above `limit` bytes, INVALID_JSON where it is incomplete
 */
async function withBytes<T>(
  request: FastifyRequest,
  limit: number,
  work: (chunks: Buffer[]) => T,
): Promise<Awaited<T>> {
  const tooLarge = () => new PortalError('PAYLOAD_TOO_LARGE', `The body is larger than ${limit / 1024} KiB.`);
  const announced = Number(request.headers['content-length'] ?? Number.NaN);
  if (announced > limit) throw tooLarge();

  const chunks: Buffer[] = [];
  const held = incomplete(holderOf(request));
  let leave: (() => void) | undefined;
  let size = 0;
  try {
    try {
      const arrival = async () => {
        for await (const chunk of request.raw.iterator({ destroyOnReturn: false })) {
          size += chunk.length;
          if (size > limit) throw tooLarge();
          const counted = Math.min(chunk.length, size - ALWAYS);
          if (counted > 0 && !held.add(counted)) throw new PortalError('SERVICE_UNAVAILABLE', TOO_MANY_INCOMPLETE);
          if (counted > 0 && size !== announced) leave ??= await turnOf(request);
          chunks.push(chunk);
        }
      };
      await (request.raw.complete === false ? outside(request, arrival) : arrival());
    } catch (cause) {
      throw cause instanceof PortalError ? cause : new PortalError('INVALID_JSON', INCOMPLETE, { cause });
    }
    request.bodyBytes = size;
    return await work(chunks);
  } finally {
    leave?.();
    held.release();
  }
}

/** Reads the bytes of a body. @throws PAYLOAD_TOO_LARGE above `limit` bytes */
export const readBytes = (request: FastifyRequest, limit: number): Promise<Buffer> =>
  withBytes(request, limit, Buffer.concat);

const FILE_TYPE =
  /^(?:text\/(?:csv|plain|tab-separated-values)|application\/(?:csv|vnd\.ms-excel|x-ndjson|octet-stream))\s*(?:;|$)/i;

/** Whether the body is a file as it is, and not JSON that holds one. */
export const isFile = ({ bodyType }: FastifyRequest) => FILE_TYPE.test(bodyType.trim());

/**
 * The text of a file: UTF-8, or UTF-16 with its byte order mark.
 *
 * @throws PAYLOAD_TOO_LARGE, INVALID_JSON, UNSUPPORTED_MEDIA_TYPE
 */
export async function readFileText(request: FastifyRequest, limit: number): Promise<string> {
  const { 'content-encoding': encoding = 'identity' } = request.headers;
  if (encoding !== 'identity') throw new PortalError('UNSUPPORTED_MEDIA_TYPE');
  const bytes = await readBytes(request, limit);
  const refused = (cause?: unknown) =>
    new PortalError('INVALID_JSON', 'The file is not UTF-8 text. Please save it as "CSV UTF-8".', { cause });
  let text: string;
  try {
    text = bytes[0] === 0xff && bytes[1] === 0xfe ? UTF16.decode(bytes) : decode(bytes);
  } catch (cause) {
    throw refused(cause);
  }
  // UTF-16 without its mark is UTF-8 as well, with a NUL in each letter.
  if (text.includes('\0')) throw refused();
  return text;
}

const boundsOf = (limit: number) => ({
  values: limit > BODY_BYTES.usual ? JSON_VALUES.ingest : JSON_VALUES.usual,
  depth: JSON_DEPTH,
  fields: OBJECT_FIELDS,
  rows: RECORDS_PER_BATCH,
  blankLines: BLANK_LINES,
});

const rowOf = (row: string | RefusedRow) =>
  typeof row === 'string' ? new RowText(row) : new RefusedRow(row.error, row);

/** Reads a body in place. @throws Refused */
function readHere({ chunks, as, bounds }: BodyTask): Inspected {
  const text = decode(Buffer.concat(chunks));
  return as === 'value' ? readValue(text, bounds) : { value: readRowsOf(text, as === 'lines', bounds), faults: {} };
}

/** Does work on a body on the body thread, in the turn of its caller. @throws SERVICE_UNAVAILABLE */
export function onBodyThread<Answer>(request: FastifyRequest, work: ThreadWork, task: object): Promise<Answer> {
  const waited = (ms: number) => noteWait(request, 'body thread', ms);
  return runOnBodyThread<Answer>(holderOf(request), work, task, waited).catch((cause) => {
    throw new PortalError('SERVICE_UNAVAILABLE', undefined, { cause });
  });
}

const READ_BODY = { filename: new URL('../../flow/body-work.ts', import.meta.url).href, name: 'readBody' };

/** Reads a body on the body thread. @throws Refused, SERVICE_UNAVAILABLE */
async function readThere(request: FastifyRequest, task: BodyTask): Promise<Inspected> {
  const answer = await onBodyThread<BodyAnswer>(request, READ_BODY, task);
  if ('refused' in answer) throw new Refused(answer.refused);
  if ('rows' in answer) return { value: answer.rows.map(rowOf), faults: {} };
  return { value: await together(answer.parts), faults: answer.faults };
}

async function read(request: FastifyRequest, limit: number, as: BodyTask['as']): Promise<Inspected | undefined> {
  if (!hasBody(request)) return undefined;
  return withBytes(request, limit, async (chunks) => {
    if (request.bodyBytes === 0) return undefined;
    const { 'content-encoding': encoding = 'identity' } = request.headers;
    const type = as === 'lines' ? NDJSON_TYPE : JSON_TYPE;
    if (!type.test(request.bodyType.trim()) || encoding !== 'identity') throw new PortalError('UNSUPPORTED_MEDIA_TYPE');

    const task = { chunks, as, bounds: boundsOf(limit) };
    try {
      return request.bodyBytes > SMALL ? await readThere(request, task) : readHere(task);
    } catch (cause) {
      throw cause instanceof Refused ? new PortalError('INVALID_JSON', cause.message || undefined, { cause }) : cause;
    }
  });
}

/**
 * Reads a JSON body as strict UTF-8, with the faults of its fields. It runs when a procedure asks for its input, so
 * that unauthenticated callers are rejected before the body is read.
 *
 * @returns undefined when there is no body
 * @throws PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, INVALID_JSON
 */
export const readInspected = (request: FastifyRequest, limit: number) => read(request, limit, 'value');

/** The value of a body without faults. @throws VALIDATION_ERROR */
export function faultless({ value, faults }: Inspected): unknown {
  const [fault] = Object.values(faults);
  if (fault !== undefined) throw new PortalError('VALIDATION_ERROR', fault);
  return value;
}

/** Reads a JSON body as {@link readInspected} does. @throws also VALIDATION_ERROR, for text that cannot be stored */
export async function readJson(request: FastifyRequest, limit: number): Promise<unknown> {
  const body = await readInspected(request, limit);
  return body && faultless(body);
}

/**
 * Reads a body of rows: a JSON list, or NDJSON with blank lines ignored. The schema rejects more rows than a batch may
 * have. Throws as {@link readInspected}.
 */
export async function readRows(request: FastifyRequest, limit: number): Promise<unknown> {
  const isLines = NDJSON_TYPE.test(request.bodyType.trim());
  const body = await read(request, limit, isLines ? 'lines' : 'rows');
  return body ? body.value : isLines ? [] : undefined;
}
