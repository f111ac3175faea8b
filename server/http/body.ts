import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parse } from 'secure-json-parse';
import { PortalError } from '../errors.ts';
import { JSON_VALUES } from '../limits/sizes.ts';
import { byteBudget } from './byte-budget.ts';
import { hasTooManyValues } from './json-values.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });
const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i;

// Bodies that are still arriving: a caller may open many and complete none.
const incomplete = byteBudget({ total: 256 * 1024 * 1024, address: 32 * 1024 * 1024 });
const TOO_MANY_INCOMPLETE = 'Too many requests of this address are still arriving. Please try again shortly.';

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

declare module 'fastify' {
  interface FastifyRequest {
    /** The content type as it was sent. */
    bodyType: string;
  }
}

/** Keeps Fastify from parsing bodies, and from checking their type before authentication. */
export function deferBodyParsing(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.decorateRequest('bodyType', '');
  app.addHook('onRequest', async (request) => {
    request.bodyType = request.headers['content-type'] ?? '';
    delete request.headers['content-type'];
  });
}

/** Reads the bytes of a body. @throws PAYLOAD_TOO_LARGE above `limit` bytes */
export async function readBytes(request: FastifyRequest, limit: number): Promise<Buffer> {
  const tooLarge = () => new PortalError('PAYLOAD_TOO_LARGE', `The body is larger than ${limit / 1024} KiB.`);
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge();

  const chunks: Buffer[] = [];
  const held = incomplete(request);
  let size = 0;
  try {
    for await (const chunk of request.raw.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > limit) throw tooLarge();
      if (!held.add(chunk.length)) throw new PortalError('SERVICE_UNAVAILABLE', TOO_MANY_INCOMPLETE);
      chunks.push(chunk);
    }
  } catch (cause) {
    throw cause instanceof PortalError ? cause : new PortalError('INVALID_JSON', 'The body is incomplete.', { cause });
  } finally {
    held.release();
  }
  return Buffer.concat(chunks);
}

/**
 * Reads a body of content type `type` as strict UTF-8.
 *
 * @returns undefined when there is no body
 * @throws PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, INVALID_JSON
 */
export async function readText(request: FastifyRequest, limit: number, type: RegExp): Promise<string | undefined> {
  if (!hasBody(request)) return undefined;

  const bytes = await readBytes(request, limit);
  if (bytes.length === 0) return undefined;
  const { 'content-encoding': encoding = 'identity' } = request.headers;
  if (!type.test(request.bodyType.trim()) || encoding !== 'identity') throw new PortalError('UNSUPPORTED_MEDIA_TYPE');

  if (hasTooManyValues(bytes))
    throw new PortalError('INVALID_JSON', `The body holds more than ${JSON_VALUES.toLocaleString('en')} values.`);
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new PortalError('INVALID_JSON', undefined, { cause });
  }
}

/** Parses JSON, without `__proto__`. @throws INVALID_JSON */
export function parseJson(text: string): unknown {
  try {
    return parse(text, { protoAction: 'remove', constructorAction: 'ignore' });
  } catch (cause) {
    throw new PortalError('INVALID_JSON', undefined, { cause });
  }
}

/**
 * Reads a JSON body, for REST and tRPC. It runs when a procedure asks for its input, so that unauthenticated callers are
 * rejected before the body is read. Returns and throws as {@link readText}.
 */
export async function readJson(request: FastifyRequest, limit: number): Promise<unknown> {
  const text = await readText(request, limit, JSON_TYPE);
  return text === undefined ? undefined : parseJson(text);
}

/**
 * Reads a JSON body as text, for tRPC, which parses it itself: without `__proto__`, even escaped, and `{}` for no body.
 * Throws as {@link readText}.
 */
export async function readJsonText(request: FastifyRequest, limit: number): Promise<string> {
  const text = (await readText(request, limit, JSON_TYPE)) ?? '{}';
  if (!/__proto__|\\u/.test(text)) return text;

  try {
    return JSON.stringify(parseJson(text));
  } catch (cause) {
    // Very deep JSON can be parsed but not stringified.
    throw new PortalError('INVALID_JSON', undefined, { cause });
  }
}
