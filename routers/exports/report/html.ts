declare const safe: unique symbol;

/** Text that is HTML already: made by the tag below and by nothing else. */
export type Html = { readonly text: string; readonly [safe]: true };

type Value = string | number | null | undefined | false | Html | Value[];

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

// Control characters mean nothing on paper, and some of them nothing good in HTML.
const escaped = (text: string) =>
  text.replaceAll(/[^\P{Cc}\n\t]/gu, ' ').replaceAll(/[&<>"']/g, (character) => ESCAPED[character] ?? '');

/** Takes text of ours as it stands: style sheets, nothing that was stored. */
export const asIs = (text: string) => ({ text }) as Html;

function textOf(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (Array.isArray(value)) return value.map(textOf).join('');
  return typeof value === 'object' ? value.text : escaped(String(value));
}

/** HTML in which everything that is put in is escaped, unless this tag made it. Null, undefined and false leave no trace. */
export const html = (parts: TemplateStringsArray, ...values: Value[]) =>
  asIs(parts.reduce((text, part, index) => text + textOf(values[index - 1]) + part));

/** A text as a string in a style sheet: whatever is not a plain letter or digit is written by its number. */
export const cssString = (text: string) =>
  `"${text.replaceAll(/[^a-z0-9 ]/giu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)}"`;
