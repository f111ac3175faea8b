import { type TRPCDefaultErrorShape, TRPCError } from '@trpc/server';
import { ZodError } from 'zod';

type TrpcCode = TRPCError['code'];

/** Every error of the portal: stable code, HTTP status, tRPC code and default sentence. */
const CATALOGUE = {
  VALIDATION_ERROR: [400, 'BAD_REQUEST', 'Some of the values are not valid.'],
  INVALID_JSON: [400, 'BAD_REQUEST', 'The body is not valid JSON.'],
  INVALID_TOKEN: [400, 'BAD_REQUEST', 'This link is no longer valid. Please request a new one.'],
  INVALID_PASSWORD: [400, 'BAD_REQUEST', 'The current password is wrong.'],
  INVALID_CURSOR: [400, 'BAD_REQUEST', 'This cursor is not valid for this list.'],
  TWO_FACTOR_NOT_ENABLED: [400, 'BAD_REQUEST', 'Two-factor sign-in is not turned on.'],
  UNAUTHENTICATED: [401, 'UNAUTHORIZED', 'Please sign in first.'],
  INVALID_CREDENTIALS: [401, 'UNAUTHORIZED', 'The email address or the password is wrong.'],
  INVALID_CODE: [401, 'UNAUTHORIZED', 'The code is wrong or has already been used.'],
  INVALID_TEMP_TOKEN: [401, 'UNAUTHORIZED', 'This sign-in has expired. Please start again.'],
  LOGIN_REQUIRED: [401, 'UNAUTHORIZED', 'Please sign in to accept the invitation.'],
  FORBIDDEN: [403, 'FORBIDDEN', 'You are not allowed to do this.'],
  REAUTH_REQUIRED: [403, 'FORBIDDEN', 'Please confirm your identity with your password or a code.'],
  TWO_FACTOR_REQUIRED: [403, 'FORBIDDEN', 'Please set up two-factor sign-in for your account first.'],
  CLIENT_SUSPENDED: [403, 'FORBIDDEN', 'This organization is suspended. Please contact the operator of the portal.'],
  READ_ONLY: [403, 'FORBIDDEN', 'This support session is read-only.'],
  PLAN_LIMIT: [403, 'FORBIDDEN', 'The plan grants no more of this.'],
  SIGN_IN_METHOD: [403, 'FORBIDDEN', 'Your organization has closed this way to sign in. Please use another one.'],
  REGISTRATION_CLOSED: [
    403,
    'FORBIDDEN',
    'Accounts are made by invitation here. Please open the link in your invitation.',
  ],
  CSRF_REJECTED: [403, 'FORBIDDEN', 'This request came from another site and was refused.'],
  NOT_FOUND: [404, 'NOT_FOUND', 'There is nothing at this address.'],
  METHOD_NOT_ALLOWED: [405, 'METHOD_NOT_SUPPORTED', 'This address does not support this method.'],
  EMAIL_EXISTS: [409, 'CONFLICT', 'An account with this email address already exists.'],
  ALREADY_MEMBER: [409, 'CONFLICT', 'This person is already a member.'],
  TWO_FACTOR_ALREADY_ENABLED: [409, 'CONFLICT', 'Two-factor sign-in is already turned on.'],
  LAST_ADMIN: [409, 'CONFLICT', 'An organization needs an administrator. Please appoint another one first.'],
  INVALID_TRANSITION: [409, 'CONFLICT', 'This is not possible in the current state.'],
  IDEMPOTENCY_CONFLICT: [
    409,
    'CONFLICT',
    'This Idempotency-Key was sent with another request before. Please use a new one.',
  ],
  RUN_IN_PROGRESS: [409, 'CONFLICT', 'A run is under way. Please wait until it has ended.'],
  BUDGET_EXCEEDED: [409, 'CONFLICT', 'The run needs more answers than are left of this month.'],
  RUN_TOO_LARGE: [
    409,
    'CONFLICT',
    'A run has at most 2,000 answers. Please ask fewer questions, or ask them less often.',
  ],
  NOTHING_TO_ASK: [409, 'CONFLICT', 'There is nothing to ask: please add questions, and check that an engine is on.'],
  PROMPT_EXISTS: [409, 'CONFLICT', 'This question is asked already.'],
  PROMPT_LIMIT: [409, 'CONFLICT', 'At most 500 questions are asked. Please turn one off first.'],
  VERSION_CONFLICT: [
    412,
    'PRECONDITION_FAILED',
    'Someone else has changed this in the meantime. Please reload it and try again.',
  ],
  PAYLOAD_TOO_LARGE: [413, 'PAYLOAD_TOO_LARGE', 'The body is too large.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json in UTF-8.'],
  RATE_LIMITED: [429, 'TOO_MANY_REQUESTS', 'Too many requests.'],
  INTERNAL: [500, 'INTERNAL_SERVER_ERROR', 'Something went wrong on our side. Please try again.'],
  SERVICE_UNAVAILABLE: [
    503,
    'SERVICE_UNAVAILABLE',
    'The service is temporarily unavailable. Please try again shortly.',
  ],
} as const satisfies Record<string, readonly [number, TrpcCode, string]>;

export type ErrorCode = keyof typeof CATALOGUE;

export interface Issue {
  path: string;
  message: string;
}

/** An error as a tRPC client receives it. */
export interface ErrorShape extends TRPCDefaultErrorShape {
  data: TRPCDefaultErrorShape['data'] & {
    errorCode: ErrorCode;
    issues: Issue[] | undefined;
    retryAfter: number | undefined;
    limit: string | undefined;
  };
}

interface Details {
  issues?: Issue[];
  /** Seconds until another attempt makes sense. */
  retryAfter?: number;
  /** What a plan grants no more of. */
  limit?: string;
  /** The code of the error among those of OAuth. */
  oauthCode?: string;
  cause?: unknown;
}

/** An error for the caller: its sentence is safe to show and its code is stable. */
export class PortalError extends TRPCError {
  readonly errorCode: ErrorCode;
  readonly status: number;
  readonly issues: Issue[] | undefined;
  readonly retryAfter: number | undefined;
  readonly limit: string | undefined;
  readonly oauthCode: string | undefined;

  constructor(errorCode: ErrorCode, sentence?: string, details: Details = {}) {
    const [status, code, standard] = CATALOGUE[errorCode];
    super({ code, message: sentence ?? standard, cause: details.cause });
    this.errorCode = errorCode;
    this.status = status;
    this.issues =
      details.issues ?? (errorCode === 'VALIDATION_ERROR' ? [{ path: '', message: this.message }] : undefined);
    this.limit = details.limit;
    this.oauthCode = details.oauthCode;
    this.retryAfter = details.retryAfter ?? (status === 503 ? 5 : undefined);
  }
}

/** The same error for missing records, malformed ids and records of others. */
export const notFound = () => new PortalError('NOT_FOUND');

/** A 400 that names one field. */
export const invalid = (path: string, message: string) =>
  new PortalError('VALIDATION_ERROR', undefined, { issues: [{ path, message }] });

const unavailable = (cause: unknown) => new PortalError('SERVICE_UNAVAILABLE', undefined, { cause });

// Errors of an unreachable, restarting or slow database or Redis: PostgreSQL classes 08, 53, 57, read-only
// databases, cancelled statements and transactions that met another (nothing of them is stored, so they may be
// repeated), codes of the driver, codes of the operating system.
const UNREACHABLE =
  /^(08...|25006|40001|40P01|53...|57P..|57014|55P03|25P03|CONNECTION_(CLOSED|DESTROYED|ENDED)|CONNECT_TIMEOUT|E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN|NOTFOUND)|ENOENT)$/;

const REDIS_UNREACHABLE = /^(Stream isn't writeable|Command timed out|Connection is closed)/;

const isUnreachable = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && UNREACHABLE.test(String(error.code))) ||
    error.name === 'MaxRetriesPerRequestError' ||
    REDIS_UNREACHABLE.test(error.message) ||
    isUnreachable(error.cause));

const fromZod = (error: ZodError) =>
  new PortalError('VALIDATION_ERROR', undefined, {
    issues: error.issues.slice(0, 50).map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
  });

/** Status and default sentence of each code, for the API document. */
export const ERRORS = Object.fromEntries(
  Object.entries(CATALOGUE).map(([code, [status, , sentence]]) => [code, { status, sentence }]),
) as Record<ErrorCode, { status: number; sentence: string }>;

/**
 * Converts anything thrown into an error for the caller. Unexpected errors are hidden; their cause is kept for the log.
 */
export function explain(error: unknown): PortalError {
  if (error instanceof PortalError) return error;
  if (!(error instanceof TRPCError))
    return isUnreachable(error) ? unavailable(error) : new PortalError('INTERNAL', undefined, { cause: error });

  if (error.cause instanceof PortalError) return error.cause;
  if (error.code === 'BAD_REQUEST' && error.cause instanceof ZodError) return fromZod(error.cause);
  if (isUnreachable(error.cause)) return unavailable(error.cause);
  if (error.code === 'BAD_REQUEST' && error.cause instanceof SyntaxError) return new PortalError('INVALID_JSON');
  if (error.code === 'BAD_REQUEST') return new PortalError('VALIDATION_ERROR', undefined, { cause: error });

  const known = Object.entries(CATALOGUE).find(([, [, code]]) => code === error.code && code !== 'UNAUTHORIZED');
  return new PortalError((known?.[0] ?? 'INTERNAL') as ErrorCode, undefined, { cause: error.cause ?? error });
}
