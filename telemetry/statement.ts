import { currentSpan, inSpan } from './span.ts';

/** A statement in a few words, such as `select goals`: its text may be long, and its parameters are not for traces. */
function summaryOf(query: string) {
  const [, operation = 'statement'] = /^\W*(\w{1,20})/.exec(query) ?? [];
  const [, table] = /\b(?:from|into|update|join)\s+"?(\w{1,60}(?:"?\."?\w{1,60})?)/i.exec(query) ?? [];
  return [operation.toLowerCase(), table?.replaceAll('"', '')].filter(Boolean).join(' ');
}

const attributes = (summary: string) => ({ 'db.system.name': 'postgresql', 'db.query.summary': summary });

// Statements outside of a trace, such as those that look for jobs each second, would be traces of one span.

/** Runs a statement as a part of the trace under way. */
export function duringStatement<T>(query: string, work: () => Promise<T>): Promise<T> {
  if (!currentSpan()) return work();
  const summary = summaryOf(query);
  return inSpan(summary, { kind: 'client', attributes: attributes(summary) }, work);
}

/** Runs a transaction, whose statements are parts of it. */
export const duringTransaction = <T>(work: () => Promise<T>): Promise<T> =>
  currentSpan() ? inSpan('transaction', { kind: 'client', attributes: attributes('transaction') }, work) : work();
