import type { FastifyBaseLogger } from 'fastify';

type Line = Parameters<FastifyBaseLogger['info']>;

/** The log of one request, created on first use: most requests log nothing besides the access line. */
export class RequestLog {
  level: string;
  readonly #parent: FastifyBaseLogger;
  readonly #bindings: () => object;
  #made: FastifyBaseLogger | undefined;

  constructor(parent: FastifyBaseLogger, bindings: () => object) {
    this.#parent = parent;
    this.#bindings = bindings;
    this.level = parent.level;
  }

  get #log() {
    this.#made ??= this.#parent.child(this.#bindings());
    return this.#made;
  }

  child(...how: Parameters<FastifyBaseLogger['child']>) {
    return this.#log.child(...how);
  }
  silent() {}
  trace(...line: Line) {
    this.#log.trace(...line);
  }
  debug(...line: Line) {
    this.#log.debug(...line);
  }
  info(...line: Line) {
    this.#log.info(...line);
  }
  warn(...line: Line) {
    this.#log.warn(...line);
  }
  error(...line: Line) {
    this.#log.error(...line);
  }
  fatal(...line: Line) {
    this.#log.fatal(...line);
  }
}
