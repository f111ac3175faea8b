/** Opening braces that are tried, from the last one on, so that a text of nothing else is soon given up. */
const MAX_ATTEMPTS = 200;

/** The end of the object that opens at `start`, past its closing brace; undefined if none closes it. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (quoted) {
      if (character === '\\') at++;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return at + 1;
  }
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The JSON objects in a text, innermost and last ones first: models think aloud before their answer, write braces in
 * prose, put code fences around it, or wrap it in another object.
 */
export function* jsonObjectsIn(text: string): Generator<object> {
  let start = text.length;
  for (let attempt = 0; attempt < MAX_ATTEMPTS && start > 0; attempt++) {
    start = text.lastIndexOf('{', start - 1);
    if (start === -1) return;
    const end = endOfObject(text, start);
    const found = end === undefined ? undefined : parse(text.slice(start, end));
    if (found !== null && typeof found === 'object') yield found;
  }
}
