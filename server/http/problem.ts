import { randomUUIDv7 } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { explain, type PortalError } from '../errors.ts';

/** The shapes of error bodies: the specification defines other ones for insights routes and the report. */
export type ErrorBody = 'standard' | 'insights' | 'report';

/** Assistants get them as JSON-RPC has them, and as OAuth has them. */
type BodyShape = ErrorBody | 'jsonRpc' | 'oauth';

declare module 'fastify' {
  interface FastifyContextConfig {
    errorBody?: BodyShape;
    /** Whether tokens of assistants open the route, and no cookies. */
    forAssistants?: boolean;
  }
}

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const SERVER_ERROR = -32_000;

/** An error as JSON-RPC has it; `id` is that of the request, if it could be read. */
export function jsonRpcError(problem: PortalError, id: string | number | null = null) {
  const { status, errorCode, message, issues, retryAfter } = problem;
  const code = errorCode === 'INVALID_JSON' ? PARSE_ERROR : status === 400 ? INVALID_REQUEST : SERVER_ERROR;
  return { jsonrpc: '2.0', id, error: { code, message, data: { code: errorCode, issues, retry_after: retryAfter } } };
}

/** The codes of OAuth for what can happen to any request. */
function oauthErrorOf({ status, oauthCode, message }: PortalError) {
  const usual = status === 429 || status === 503 ? 'temporarily_unavailable' : 'invalid_request';
  return { error: oauthCode ?? (status === 500 ? 'server_error' : usual), error_description: message };
}

function bodyOf(family: BodyShape, problem: PortalError) {
  if (family === 'jsonRpc') return jsonRpcError(problem);
  if (family === 'oauth') return oauthErrorOf(problem);
  const { status, message, errorCode, issues, retryAfter, limit } = problem;
  if (family === 'insights') {
    // This shape has no field for issues, so the sentence names them.
    const named = (issues ?? [])
      .map((issue) => `${issue.path}: ${issue.message}`)
      .filter((text) => !text.startsWith(': '));
    const error = named.length > 0 ? `${message} ${named.join('; ')}.` : message;
    return status === 429 || status === 503 ? { error, retry_after: retryAfter } : { error };
  }
  if (family === 'report' && status === 503) return { ok: false, error: message };
  return { ok: false, error: message, code: errorCode, issues, retry_after: retryAfter, limit };
}

/** The headers of every error, over REST and tRPC. */
export function errorHeaders({ errorCode, retryAfter }: PortalError) {
  return { 'X-Error-Code': errorCode, ...(retryAfter && { 'Retry-After': String(retryAfter) }) };
}

/** Logs server errors: own failures as errors, unreachable dependencies as warnings. */
export function logProblem(reply: FastifyReply, problem: PortalError) {
  if (problem.status < 500) return;
  reply.log[problem.status === 503 ? 'warn' : 'error'](
    { err: problem.cause ?? problem, code: problem.errorCode },
    problem.message,
  );
}

/** Sends the error response for anything thrown, in the shape of the route, or in the one that is given. */
export function sendProblem(reply: FastifyReply, error: unknown, shape = reply.routeOptions.config.errorBody) {
  const problem = explain(error);
  logProblem(reply, problem);
  return reply
    .code(problem.status)
    .headers(errorHeaders(problem))
    .send(bodyOf(shape ?? 'standard', problem));
}

/** Errors of HTTP itself, answered before there is a request: status and sentence by Node's code. */
export const HTTP_ERRORS: Record<string, [number, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large.'],
};

const answered = new WeakSet<Socket>();

/** Tracks connections whose answer was sent before the request was complete: nothing more may be written to them. */
export function trackEarlyAnswers(server: Server) {
  server.on('request', (request, response) => {
    const { socket } = request;
    answered.delete(socket);
    response.once('finish', () => request.complete || answered.add(socket));
  });
  // A request with an unknown expectation passes the same guards as every other.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** Answers invalid HTTP, on the bare socket. */
export function clientError(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable || answered.has(socket)) return socket.destroy();
  const [status, sentence] = HTTP_ERRORS[error.code ?? ''] ?? [400, 'The request is not valid HTTP.'];
  const issues = [{ path: '', message: sentence }];
  const body = JSON.stringify({ ok: false, error: sentence, code: 'VALIDATION_ERROR', issues });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUIDv7()}`,
    'X-Error-Code: VALIDATION_ERROR',
    'X-Content-Type-Options: nosniff',
    'Cache-Control: private, no-store',
    "Content-Security-Policy: default-src 'none';frame-ancestors 'none'",
    'Referrer-Policy: no-referrer',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
