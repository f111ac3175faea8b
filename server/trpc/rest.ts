import type { OpenApiMeta } from 'trpc-to-openapi';
import type { ZodObject } from 'zod';

/** What a procedure says of itself as a REST route; openapi/facade.ts serves it, openapi/document.ts describes it. */
export type RestMeta = OpenApiMeta<{
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
}>;

type Options = {
  status?: number;
  orStatus?: number;
  rows?: string;
  produces?: string;
  description?: string;
  protect?: boolean;
  /** For the document; a handler reads and sets headers on `ctx.request` and `ctx.reply`. */
  requestHeaders?: ZodObject;
  responseHeaders?: ZodObject;
};
type Path = `/${string}`;

/** Metadata for the routes of one tag: `const { get, put } = rest('CMS')`. Paths are relative to /api. */
export function rest(tag: string) {
  const route =
    (method: 'GET' | 'POST' | 'PUT' | 'DELETE') =>
    (path: Path, summary: string, options: Options = {}): RestMeta => {
      const { status = 200, orStatus = status, rows, produces, ...more } = options;
      const openapi = { method, path, summary, tags: [tag], ...more };
      return { openapi, status, orStatus, ...(rows && { rows }), ...(produces && { produces }) };
    };
  return { get: route('GET'), post: route('POST'), put: route('PUT'), del: route('DELETE') };
}
