import type { FastifyRequest } from 'fastify';
import { invalid, PortalError } from '../errors.ts';
import { readJson } from '../http/body.ts';
import { parseJson } from '../http/parse-json.ts';
import { checkQueryText } from '../http/text.ts';
import { BATCH_CALLS, BODY_BYTES } from '../limits/sizes.ts';
import type { Policy } from './rest.ts';

/** The calls of one request. */
export interface Batch {
  paths: string[];
  isBatch: boolean;
  /** How many of them count against the general limit. */
  counted: number;
  /** Reads the input of a call when its procedure asks for it: the body once for all. */
  inputOf: (index: number) => Promise<unknown>;
}

type Definition = { type: string; meta: Policy | undefined } | undefined;

const first = (value: unknown) => (Array.isArray(value) ? value[0] : value);

/** Reads the inputs: the body of a POST, else the parameter `input`. Other parameters that tRPC knows are ignored. */
async function readInputs(request: FastifyRequest, limit: number): Promise<unknown> {
  if (request.method === 'POST') return readJson(request, limit).then((body) => (body === undefined ? {} : body));
  checkQueryText(request.url);
  const input = first((request.query as { input?: unknown }).input);
  return typeof input === 'string' ? parseJson(input) : undefined;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function inputIn(inputs: unknown, index: number): unknown {
  if (inputs === undefined) return undefined;
  if (!isObject(inputs)) throw invalid('input', 'must be an object with the input of each call');
  return Object.hasOwn(inputs, index) ? inputs[index as never] : undefined;
}

/**
 * The calls that a request to /trpc holds, at most BATCH_CALLS.
 *
 * @throws VALIDATION_ERROR for a batch that is refused as a whole
 */
export function readCalls(request: FastifyRequest, definitionOf: (path: string) => Definition): Batch {
  const { path } = request.params as { path: string };
  const isBatch = 'batch' in (request.query as object);
  const paths = isBatch ? path.split(',') : [path];
  if (paths.length > BATCH_CALLS)
    throw new PortalError('VALIDATION_ERROR', `A batch holds at most ${BATCH_CALLS} calls.`);
  // One key would stand for several calls with different input.
  if (paths.length > 1 && request.method === 'POST' && request.headers['idempotency-key'] !== undefined)
    throw invalid('Idempotency-Key', 'is for a single call; send the calls of this batch one by one');

  const definitions = paths.flatMap((name) => definitionOf(name) ?? []);
  if (new Set(definitions.map(({ type }) => type)).size > 1)
    throw new PortalError('VALIDATION_ERROR', 'A batch holds queries or mutations, not both.');

  const limit = Math.min(...definitions.map(({ meta }) => meta?.bodyBytes ?? BODY_BYTES.usual));
  let inputs: Promise<unknown> | undefined;
  const read = () => {
    inputs ??= readInputs(request, Number.isFinite(limit) ? limit : BODY_BYTES.usual);
    return inputs;
  };
  const counted = definitions.filter(({ meta }) => (meta?.limit ?? 'general') === 'general').length;
  return { paths, isBatch, counted, inputOf: async (index) => (isBatch ? inputIn(await read(), index) : read()) };
}
