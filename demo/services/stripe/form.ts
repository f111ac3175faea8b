export type Fields = { [name: string]: Field };
type Field = string | Fields | Field[];

const UNSAFE = new Set(['__proto__', 'constructor', 'prototype']);

/** Converts objects with integer keys to lists: `items[0][price]`, `expand[]`. */
function listed(field: Fields): Field {
  for (const [name, value] of Object.entries(field))
    if (typeof value === 'object' && !Array.isArray(value)) field[name] = listed(value);
  const names = Object.keys(field);
  return names.length > 0 && names.every((name) => /^\d+$/.test(name)) ? Object.values(field) : field;
}

/** Parses a query string or form-encoded body: `a[b][0]=c` is `{a: {b: ['c']}}`. All leaves are strings. */
export function parseForm(text: string): Fields {
  const root: Fields = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split('[').map((part) => part.replace(/\]$/, ''));
    if (path.some((part) => UNSAFE.has(part))) continue;
    let place = root;
    for (const [depth, part] of path.entries()) {
      const key = part === '' ? String(Object.keys(place).length) : part;
      if (depth === path.length - 1) place[key] = value;
      else {
        const next = place[key];
        place[key] = typeof next === 'object' && !Array.isArray(next) ? next : {};
        place = place[key] as Fields;
      }
    }
  }
  for (const [name, value] of Object.entries(root))
    if (typeof value === 'object' && !Array.isArray(value)) root[name] = listed(value);
  return root;
}
