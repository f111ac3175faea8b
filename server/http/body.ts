import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fairQueue } from '../../db/fair-queue.ts';
import { PortalError } from '../errors.ts';
import { BODY_BYTES, JSON_VALUES } from '../limits/sizes.ts';
import { byteBudget, holderOf } from './byte-budget.ts';
import { parseJsonInSlices } from './json-in-slices.ts';
import { findExcessPrivilege } from './json-values.ts';
import { betweenSteps } from './slices.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });
const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i;

// Bodies that are still arriving or being parsed: a caller may open many and complete none.
const incomplete = byteBudget({ total: 256 * 1024 * 1024, each: 32 * 1024 * 1024 });
const TOO_MANY_INCOMPLETE = 'Too many requests of yours are still arriving. Please try again shortly.';
const INCOMPLETE = 'The body is incomplete.';

/** Bytes of each body that need no room: the number of connections bounds them, and nobody can keep others from signing in. */
const ALWAYS = BODY_BYTES.credentials;

// Large bodies of one caller: further ones wait unread, in the buffers of their sockets, and cost others no time.
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

/**
 * Waits until the caller may have one more large body read: 30 seconds at most, the time limit of a request.
 *
 * @throws INVALID_JSON when the connection is closed meanwhile
 */
async function turnOf(request: FastifyRequest) {
  const { turn, cancel } = turns.enter(holderOf(request));
  const closed = Promise.withResolvers<never>();
  const incompleteNow = () => closed.reject(new PortalError('INVALID_JSON', INCOMPLETE));
  request.raw.once('close', incompleteNow);
  try {
    return await Promise.race([turn, closed.promise]);
  } catch (error) {
    cancel();
    throw error;
  } finally {
    request.raw.off('close', incompleteNow);
  }
}

/** Memory of this size is new to the process: the system hands it out page by page. */
async function joined(chunks: Buffer[], size: number) {
  const whole = Buffer.allocUnsafe(size);
  let at = 0;
  for (const chunk of chunks) {
    at += chunk.copy(whole, at);
    if (size > ALWAYS) await betweenSteps();
  }
  return whole;
}

/**
 * Reads the bytes of a body for work, which counts against the budget of its caller until it is done: complete bodies that
 * wait for a slice would otherwise fill the memory.
 *
 * @throws PAYLOAD_TOO_LARGE above `limit` bytes
 */
async function withBytes<T>(request: FastifyRequest, limit: number, work: (bytes: Buffer) => Promise<T>): Promise<T> {
  const tooLarge = () => new PortalError('PAYLOAD_TOO_LARGE', `The body is larger than ${limit / 1024} KiB.`);
  const announced = Number(request.headers['content-length'] ?? Number.NaN);
  if (announced > limit) throw tooLarge();

  const chunks: Buffer[] = [];
  const held = incomplete(request);
  let leave: (() => void) | undefined;
  let size = 0;
  try {
    try {
      for await (const chunk of request.raw.iterator({ destroyOnReturn: false })) {
        size += chunk.length;
        if (size > limit) throw tooLarge();
        const counted = Math.min(chunk.length, size - ALWAYS);
        if (counted > 0 && !held.add(counted)) throw new PortalError('SERVICE_UNAVAILABLE', TOO_MANY_INCOMPLETE);
        if (counted > 0 && size !== announced) leave ??= await turnOf(request);
        chunks.push(chunk);
      }
    } catch (cause) {
      throw cause instanceof PortalError ? cause : new PortalError('INVALID_JSON', INCOMPLETE, { cause });
    }
    request.bodyBytes = size;
    return await work(await joined(chunks, size));
  } finally {
    leave?.();
    held.release();
  }
}

/** Reads the bytes of a body. @throws PAYLOAD_TOO_LARGE above `limit` bytes */
export const readBytes = (request: FastifyRequest, limit: number): Promise<Buffer> =>
  withBytes(request, limit, async (bytes) => bytes);

/**
 * Reads and parses a body of content type `type` as strict UTF-8.
 *
 * @returns undefined when there is no body
 * @throws PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, INVALID_JSON
 */
export async function readParsed<T>(
  request: FastifyRequest,
  limit: number,
  type: RegExp,
  parse: (text: string) => Promise<T>,
): Promise<T | undefined> {
  if (!hasBody(request)) return undefined;

  return withBytes(request, limit, async (bytes) => {
    if (bytes.length === 0) return undefined;
    const { 'content-encoding': encoding = 'identity' } = request.headers;
    if (!type.test(request.bodyType.trim()) || encoding !== 'identity') throw new PortalError('UNSUPPORTED_MEDIA_TYPE');

    const values = limit > BODY_BYTES.usual ? JSON_VALUES.ingest : JSON_VALUES.usual;
    const excess = await findExcessPrivilege(bytes, { values, lines: type !== JSON_TYPE });
    if (excess) throw new PortalError('INVALID_JSON', excess);
    return parse(textOf(bytes));
  });
}

function textOf(bytes: Buffer) {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new PortalError('INVALID_JSON', undefined, { cause });
  }
}

/**
 * Reads a JSON body, for REST and tRPC. It runs when a procedure asks for its input, so that unauthenticated callers are
 * rejected before the body is read. Returns and throws as {@link readParsed}.
 */
export const readJson = (request: FastifyRequest, limit: number): Promise<unknown> =>
  readParsed(request, limit, JSON_TYPE, (text) => parseJsonInSlices(text));
