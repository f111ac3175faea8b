import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db/database.ts';
import type { Env } from './env.ts';

/** A result of `npm run portal -- doctor`: the state of one check, and its remedy. Never a secret. */
export interface Finding {
  state: 'ok' | 'warning' | 'failure';
  message: string;
}

/** The input of a diagnosis. */
export interface Examined {
  /** The configuration; where variables are not valid, as if they were not set. */
  env: Env;
  log: FastifyBaseLogger;
  /** Opens the database at the first call. @throws what `connect` throws */
  database: () => Promise<Database>;
  freeBytes: (folder: string) => Promise<number>;
}

/** One check. */
export interface Diagnosis {
  check: string;
  /** The variables that it examines: it is left out while one of them is not valid. */
  of?: (keyof Env)[];
  /** Milliseconds until it is given up. */
  limit: number;
  run: (subject: Examined) => Promise<Finding>;
}

export const ok = (message: string): Finding => ({ state: 'ok', message });
export const warning = (message: string): Finding => ({ state: 'warning', message });
export const failure = (message: string): Finding => ({ state: 'failure', message });

/** The codes of an error and its causes, such as ECONNREFUSED: messages may quote secrets. */
export function codesOf(error: unknown): string {
  const codes: string[] = [];
  for (let at = error; at instanceof Error && codes.length < 5; at = at.cause) {
    const { code, $metadata } = at as { code?: unknown; $metadata?: { httpStatusCode?: number } };
    if ($metadata?.httpStatusCode) codes.push(at.name, String($metadata.httpStatusCode));
    else if (typeof code === 'string' || typeof code === 'number') codes.push(String(code));
    if (at instanceof AggregateError && !code) codes.push(codesOf(at.errors[0]));
  }
  const shown = [...new Set(codes.filter((code) => /^[\w.-]{1,60}$/.test(code)))];
  return shown.join(', ') || (error instanceof Error ? error.name : 'unknown error');
}
