import { yieldWhenDue } from './yield.ts';

// A large value on its way from one thread to another, as texts of JSON of some 64 KiB: cloned whole, or parsed at
// once, it would take the receiving thread tens of milliseconds.

/**
 * A value in parts: its JSON; a long text; or elements, each text holding several, and large ones in parts of their
 * own.
 */
export type Parts =
  | { json: string }
  | { text: string }
  | { list: (string | Parts)[] }
  | { fields: (string | [name: string, Parts])[] };

const PIECE = 64 * 1024;

/** Joins texts until they make a piece. */
function gathering<Whole>(into: (string | Whole)[], [open, close]: readonly [string, string]) {
  let some: string[] = [];
  let size = 0;
  const flush = () => {
    if (some.length > 0) into.push(`${open}${some.join()}${close}`);
    some = [];
    size = 0;
  };
  return {
    flush,
    add(text: string) {
      some.push(text);
      size += text.length;
      if (size > PIECE) flush();
    },
  };
}

/** Takes a value apart. */
export function apart(value: unknown, json = JSON.stringify(value)): Parts {
  if (json.length <= PIECE) return { json };
  if (typeof value === 'string') return { text: value };
  if (Array.isArray(value)) {
    const list: (string | Parts)[] = [];
    const small = gathering(list, ['[', ']']);
    for (const item of value) {
      const text = JSON.stringify(item);
      if (text.length <= PIECE) small.add(text);
      else {
        small.flush();
        list.push(apart(item, text));
      }
    }
    small.flush();
    return { list };
  }
  const fields: (string | [string, Parts])[] = [];
  const small = gathering(fields, ['{', '}']);
  for (const [name, field] of Object.entries(value as object)) {
    const text = JSON.stringify(field);
    if (text.length <= PIECE) small.add(`${JSON.stringify(name)}:${text}`);
    else {
      small.flush();
      fields.push([name, apart(field, text)]);
    }
  }
  small.flush();
  return { fields };
}

/** Puts a value together again, and lets other requests run in between. */
export async function together(parts: Parts): Promise<unknown> {
  await yieldWhenDue();
  if ('json' in parts) return JSON.parse(parts.json);
  if ('text' in parts) return parts.text;
  if ('list' in parts) {
    const list: unknown[] = [];
    for (const part of parts.list) {
      await yieldWhenDue();
      if (typeof part !== 'string') list.push(await together(part));
      else for (const item of JSON.parse(part) as unknown[]) list.push(item);
    }
    return list;
  }
  const value: Record<string, unknown> = {};
  for (const part of parts.fields) {
    await yieldWhenDue();
    if (typeof part === 'string') Object.assign(value, JSON.parse(part));
    else value[part[0]] = await together(part[1]);
  }
  return value;
}
