import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes } from '@opentelemetry/api';

/** A piece of work in a trace. Attributes hold ids, templates of routes and outcomes: nothing that a caller wrote. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** Names this span as the parent of what another process does, as W3C Trace Context has it. */
  readonly traceparent: string;
  set: (attributes: Attributes) => void;
  /** Marks the work as failed, by a code or the name of an error: messages may hold user input. */
  fail: (kind: string) => void;
  end: () => void;
}

export interface SpanStart {
  kind?: 'server' | 'client' | 'consumer';
  attributes?: Attributes;
  /** The parent, where it is of another process. Default: the span of the work under way. */
  traceparent?: string | undefined;
  /** What to note of an error that the work throws. Default: its own code, or its name. */
  explain?: (error: unknown) => Fault;
}

/** An error without its message, which may hold user input. */
interface Fault {
  code: string;
  status?: number;
}

type Start = (name: string, how: SpanStart, parent: Span | undefined) => Span;

// OpenTelemetry is loaded only where it exports: without it, each of these functions is a comparison.
let start: Start | undefined;
const underWay = new AsyncLocalStorage<Span>();

/** Makes spans from now on, or none. */
export const startSpansWith = (starter: Start | undefined) => {
  start = starter;
};

/** The span of the work under way. */
export const currentSpan = () => (start ? underWay.getStore() : undefined);

/** Starts a span, where spans are made. Its work runs in `within`, and it must be ended. */
export const startSpan = (name: string, how: SpanStart = {}) => start?.(name, how, underWay.getStore());

/** Runs work whose spans are children of a span. */
export const within = <T>(span: Span, work: () => T): T => underWay.run(span, work);

const codeOf = (error: unknown): Fault => {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return { code: String(typeof code === 'string' ? code : (name ?? 'unknown')) };
};

/** That work refused its caller, with a status below 500, is no failure of it. */
function note(span: Span, { code, status = 500 }: Fault) {
  if (status < 500) span.set({ 'error.type': code });
  else span.fail(code);
}

/** Runs work in a span of its own, where spans are made. It has failed when it throws. */
export function inSpan<T>(name: string, how: SpanStart, work: (span?: Span) => Promise<T>): Promise<T> {
  const span = startSpan(name, how);
  if (!span) return work();
  return within(span, async () => {
    try {
      return await work(span);
    } catch (error) {
      note(span, (how.explain ?? codeOf)(error));
      throw error;
    } finally {
      span.end();
    }
  });
}
