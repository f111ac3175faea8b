import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from '../http/etag.ts';
import { networkOfRequest } from '../identity/sender.ts';
import { assertWithinGeneral, type Limits } from '../limits/limits.ts';

/** A public document, the same for every reader. */
interface Asset {
  type: string;
  /** Called once, for the first request. */
  body: () => Promise<string | Uint8Array>;
  headers?: Record<string, string>;
  /** The max-age in browser caches, in seconds. */
  maxAge?: number;
}

// In order of preference. Brotli above quality 6 costs seconds of CPU for a few percent.
const ENCODERS = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
  identity: async (body: Buffer) => body,
};
type Encoding = keyof typeof ENCODERS;
const ENCODINGS = Object.keys(ENCODERS) as Encoding[];

/** Calls `make` once and shares the result; failures are not cached. */
export function memoized<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/** The body in every encoding, each computed once. Strong tags identify bytes, so each encoding has its own. */
function forms(body: Asset['body']) {
  const plain = memoized(async () => Buffer.from(await body()));
  const form = (encoding: Encoding) =>
    memoized(async () => {
      const bytes = await ENCODERS[encoding](await plain());
      return { bytes, tag: `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"` };
    });
  return { br: form('br'), gzip: form('gzip'), identity: form('identity') };
}

/** Appends a name to the Vary header. */
export function variesBy(reply: FastifyReply, name: string) {
  const others = reply.getHeader('Vary');
  return reply.header('Vary', others ? `${others}, ${name}` : name);
}

/**
 * Creates handlers for assets, which are built and compressed once. Requests count against the general limit by
 * address.
 */
export const assets =
  (limits: Limits) =>
  ({ type, body, headers = {}, maxAge = 300 }: Asset) => {
    const encoded = forms(body);
    return async (request: FastifyRequest, reply: FastifyReply) => {
      assertWithinGeneral(reply, await limits.consume('general', networkOfRequest(request)));

      const { 'accept-encoding': accepted = '', 'if-none-match': known } = request.headers;
      const encoding = negotiate(accepted, ENCODINGS) ?? 'identity';
      const { bytes, tag } = await encoded[encoding]();
      variesBy(reply, 'Accept-Encoding').headers({
        ...headers,
        'Cache-Control': `public, max-age=${maxAge}`,
        ETag: tag,
      });
      if (matchesEtag(known, tag)) return reply.code(304).send();
      if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
      return reply.type(type).send(bytes);
    };
  };
