import type { OpenApiMeta } from 'trpc-to-openapi';
import type { ZodObject } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { ErrorBody } from '../http/problem.ts';
import type { RateName } from '../limits/rates.ts';
import { BODY_BYTES } from '../limits/sizes.ts';

/** Who may call: set by the rung of the ladder that a procedure stands on. */
export type Access = 'anyone' | 'person' | 'member' | 'pipeline';

/** What a procedure promises beside its shapes. The facade and the ladder act on it, and the document tells of it. */
// A type, not an interface: tRPC wants metadata with an index.
export type Policy = {
  access?: Access;
  /** The limit that calls count against; `general` unless said. */
  limit?: RateName;
  /** Errors besides those that every procedure of its kind can give. */
  errors?: readonly ErrorCode[];
  /** The shape of error bodies over REST; `standard` unless said. */
  errorBody?: ErrorBody;
  /** The most that a body may have. */
  bodyBytes?: number;
  /** Success status; 200 unless said. A handler may set another on the reply. */
  status?: number;
  /** Another one, with the same body, that the handler may set. */
  orStatus?: number;
  /**
   * The body is a list of rows, JSON or NDJSON, and stands under this name in the input; the input's other values come
   * from the query.
   */
  rows?: string;
  /** The media type of an answer that is not JSON: the procedure returns its text. */
  produces?: string;
};

export type RouteMeta = OpenApiMeta<Policy>;

type Options = Policy & {
  /** What a success holds, as a sentence for the document. */
  returns?: string;
  description?: string;
  /** For the document; a handler reads and sets headers on `ctx.request` and `ctx.reply`. */
  requestHeaders?: ZodObject;
  responseHeaders?: ZodObject;
};

type Path = `/${string}`;

/**
 * Metadata for the routes of one tag, with what they have in common: `const { get, put } = rest('CMS')`. Paths are
 * relative to /api.
 */
export function rest(tag: string, common: Policy = {}) {
  const route =
    (method: 'GET' | 'POST' | 'PUT' | 'DELETE') =>
    (path: Path, summary: string, options: Options = {}): RouteMeta => {
      const { description, returns, requestHeaders, responseHeaders, ...policy } = options;
      const documented = {
        ...(description && { description }),
        ...(returns && { successDescription: returns }),
        ...(requestHeaders && { requestHeaders }),
        ...(responseHeaders && { responseHeaders }),
      };
      const openapi = { method, path, summary, tags: [tag], ...documented };
      return { openapi, bodyBytes: BODY_BYTES.usual, ...common, ...policy };
    };
  return { get: route('GET'), post: route('POST'), put: route('PUT'), del: route('DELETE') };
}
