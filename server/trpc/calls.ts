import type { FastifyRequest } from 'fastify';
import type { Inspected } from '../../flow/json.ts';
import { invalid, PortalError } from '../errors.ts';
import { faultless, readInspected } from '../http/body.ts';
import { checkQueryText, parseJson } from '../http/text.ts';
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
async function readInputs(request: FastifyRequest, limit: number): Promise<Inspected | undefined> {
  if (request.method === 'POST') return (await readInspected(request, limit)) ?? { value: {}, faults: {} };
  checkQueryText(request.url);
  const input = first((request.query as { input?: unknown }).input);
  return typeof input === 'string' ? parseJson(input) : undefined;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function inputIn({ value, faults }: Inspected, index: number): unknown {
  if (!isObject(value)) throw invalid('input', 'must be an object with the input of each call');
  const { [index]: fault = faults[''] } = faults;
  return faultless({ value: value[index as never], faults: fault === undefined ? {} : { '': fault } });
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
  let inputs: Promise<Inspected | undefined> | undefined;
  const readOnce = () => {
    inputs ??= readInputs(request, Number.isFinite(limit) ? limit : BODY_BYTES.usual);
    return inputs;
  };
  const counted = definitions.filter(({ meta }) => (meta?.limit ?? 'general') === 'general').length;
  async function inputOf(index: number) {
    const read = await readOnce();
    if (!read) return undefined;
    // Rows are rejected one by one: their procedure checks the text of each.
    if (definitionOf(paths[index] ?? '')?.meta?.rows) read.faults = {};
    return isBatch ? inputIn(read, index) : faultless(read);
  }
  return { paths, isBatch, counted, inputOf };
}
