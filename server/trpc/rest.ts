import type { OpenApiMeta } from 'trpc-to-openapi';
import type { ZodObject } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { CallWeight } from '../http/admission.ts';
import type { ErrorBody } from '../http/problem.ts';
import type { RateName } from '../limits/rates.ts';
import { BODY_BYTES } from '../limits/sizes.ts';

/**
 * The callers of a procedure, set by the kind of procedure; sign-out, which asks for a session later in its chain, says
 * so.
 */
export type Access = 'anyone' | 'person' | 'member' | 'pipeline' | 'operator' | 'operatorKey';

/**
 * What makes a procedure a tool of assistants (server/mcp). Its description, schema and hints come from the rest of the
 * metadata. Fields are named by their paths in the answer, such as `data.author.name`; lists count as their items.
 */
export interface Tool {
  /** A verb and what it is about. */
  name: string;
  /** When to use it and how to read its figures, in sentences. */
  hint: string;
  /** Fields with texts of outsiders: they stand under `untrusted`. */
  untrusted?: readonly string[];
  /** Fields that say the same as others at more length. */
  omit?: readonly string[];
  /** Inputs that assistants do not choose. */
  fixed?: Readonly<Record<string, unknown>>;
}

/** The policy of a procedure. The REST facade and the base procedures enforce it; the document describes it. */
// A type, not an interface: tRPC requires an index signature.
export type Policy = {
  access?: Access;
  /** The rate limit. Default: `general`. */
  limit?: RateName;
  /** A limit besides that, which `limited` counts in its chain; the document describes its headers. */
  besides?: RateName;
  /** Errors besides those of every procedure of its kind. */
  errors?: readonly ErrorCode[];
  /** The shape of error bodies over REST. Default: `standard`. */
  errorBody?: ErrorBody;
  /** Maximum body size, in bytes. */
  bodyBytes?: number;
  /**
   * `heavy` answers have up to 4 MiB, others 256 KiB; few heavy calls of an organization run at once. Default:
   * `ordinary`.
   */
  weight?: CallWeight;
  /** Cache-Control of a success over REST; `private, no-store` by default. tRPC answers are never stored. */
  cacheControl?: string;
  /** Success status. Default: 200. A handler may set another on the reply. */
  status?: number;
  /** A second success status with the same body. */
  orStatus?: number;
  /**
   * The body is a list of rows, JSON or NDJSON, and becomes this field of the input; the other fields come from the
   * query.
   */
  rows?: string;
  /** Whether a DELETE takes its input from the query, and not from a body. */
  inQuery?: boolean;
  /** A body that is no JSON is a file: its text becomes this field of the input, and the query the other fields. */
  file?: string;
  /** Over REST, `Accept: application/x-ndjson` gets the rows of `data`, a line of JSON each. */
  lines?: boolean;
  /** The media type of a response that is not JSON: the procedure returns its text. */
  produces?: string;
  /**
   * Whether a call creates something, so that its `Idempotency-Key` counts. Default: every POST; see {@link
   * repeatable}.
   */
  creates?: boolean;
  /** Whether the call moves a signed-in caller to another organization: see `homeOf` in idempotency.ts. */
  movesCaller?: boolean;
  /** Whether it is about the organization, not the caller’s own account: see `requireSecondFactor` in admissions.ts. */
  ofOrganization?: boolean;
  /** Whether keys with the scope `read` may not call a query of members. */
  peopleOnly?: boolean;
  /**
   * Whether it is open while the caller’s organization is suspended. By default only calls of `signedInProcedure` are.
   */
  whileSuspended?: boolean;
  /** Overrides what delegates.ts lets a support session do with procedures of its kind. */
  support?: 'read' | 'always' | 'never';
  /**
   * Whether a query reads only what the versions of its tenant cover (server/cache/versions.ts), so that a replica
   * which has these versions may answer.
   */
  versioned?: boolean;
  /** Whether an operator's change is open to the role `support` too, and needs no sign-in within the hour. */
  forSupportRole?: boolean;
  /** Whether it is about the whole portal, so that it does not exist for operators with portfolios. */
  ofPortal?: boolean;
  /** Makes the procedure a tool of assistants. */
  tool?: Tool;
  /** A request that succeeds: the document shows it, tests send it. Default: the examples of the fields. */
  example?: { path?: object; query?: object; body?: object };
  /**
   * Paths of secrets in the answer, such as `invitation.token`: they are not kept, and a repeated answer lacks them.
   */
  secrets?: readonly string[];
};

/** Whether calls with an `Idempotency-Key` get the first answer again. Strangers have no keys of their own. */
export const repeatable = ({ creates, access, movesCaller = false }: Policy) =>
  creates === true && (access !== 'anyone' || movesCaller);

export type RouteMeta = OpenApiMeta<Policy>;

type Options = Policy & {
  /** The description of the success response, one sentence. */
  returns?: string;
  description?: string;
  /** For the document; a handler reads and sets headers on `ctx.request` and `ctx.reply`. */
  requestHeaders?: ZodObject;
  responseHeaders?: ZodObject;
};

type Path = `/${string}`;

/**
 * Creates metadata for the routes of one tag, with a common policy: `const { get, put } = rest('CMS')`. Paths are
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
      return { openapi, bodyBytes: BODY_BYTES.usual, creates: method === 'POST', ...common, ...policy };
    };
  return { get: route('GET'), post: route('POST'), put: route('PUT'), del: route('DELETE') };
}
