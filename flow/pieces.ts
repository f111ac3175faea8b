import { yieldWhenDue } from './yield.ts';

// JSON of large values in pieces, so that others come in between.

/** Characters of a piece. */
const PIECE = 16 * 1024;

const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1);
/** What is written as a whole. */
const isPlain = (value: unknown) => typeof value !== 'object' || value === null || 'toJSON' in value;

function* textsOf(value: unknown, sorted: boolean): Generator<string> {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) yield JSON.stringify(value) ?? 'null';
  else if (Array.isArray(value)) {
    // A text for each of 400,000 values would take a third of a second.
    if (value.length < PIECE && value.every(isPlain)) return yield JSON.stringify(value);
    for (const [index, element] of value.entries()) {
      yield index === 0 ? '[' : ',';
      if (sorted) yield* textsOf(element, sorted);
      else yield JSON.stringify(element) ?? 'null';
    }
    yield value.length === 0 ? '[]' : ']';
  } else {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    if (sorted) fields.sort(byName);
    if (fields.every(([, field]) => isPlain(field))) return yield JSON.stringify(Object.fromEntries(fields));
    for (const [index, [name, field]] of fields.entries()) {
      yield `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`;
      yield* textsOf(field, sorted);
    }
    yield '}';
  }
}

/** The JSON of a value in pieces; with `sorted` the fields of each object in the order of their names. */
export async function* jsonPieces(value: unknown, { sorted = false } = {}): AsyncGenerator<string> {
  let piece = '';
  for (const text of textsOf(value, sorted)) {
    piece += text;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
    await yieldWhenDue();
  }
  yield piece;
}
