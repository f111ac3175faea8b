import { AsyncLocalStorage } from 'node:async_hooks';
import { currentSpan, inSpan } from './span.ts';

/** The duration of statements, in milliseconds, including the wait for a connection. */
export interface DatabaseTime {
  total: number;
  statements: number;
}

const measured = new AsyncLocalStorage<DatabaseTime>();

/** Runs work and adds up its statements. */
export const measuringStatements = <T>(time: DatabaseTime, work: () => T): T => measured.run(time, work);

/** A statement in a few words, such as `select goals`: its text may be long, and its parameters are not for traces. */
function summaryOf(query: string) {
  const [, operation = 'statement'] = /^\W*(\w{1,20})/.exec(query) ?? [];
  const [, table] = /\b(?:from|into|update|join)\s+"?(\w{1,60}(?:"?\."?\w{1,60})?)/i.exec(query) ?? [];
  return [operation.toLowerCase(), table?.replaceAll('"', '')].filter(Boolean).join(' ');
}

const attributes = (summary: string) => ({ 'db.system.name': 'postgresql', 'db.query.summary': summary });

// Statements outside of a trace, such as those that look for jobs each second, would be traces of one span.

function traced<T>(query: string, work: () => Promise<T>): Promise<T> {
  if (!currentSpan()) return work();
  const summary = summaryOf(query);
  return inSpan(summary, { kind: 'client', attributes: attributes(summary) }, work);
}

/** Runs a statement as a part of the trace under way. */
export function duringStatement<T>(query: string, work: () => Promise<T>): Promise<T> {
  const time = measured.getStore();
  if (!time) return traced(query, work);
  const began = performance.now();
  return traced(query, work).finally(() => {
    time.total += performance.now() - began;
    time.statements += 1;
  });
}

/** Runs a transaction, whose statements are parts of it. */
export const duringTransaction = <T>(work: () => Promise<T>): Promise<T> =>
  currentSpan() ? inSpan('transaction', { kind: 'client', attributes: attributes('transaction') }, work) : work();
