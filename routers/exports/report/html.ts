import { escapeHtml } from '../../../server/html-text.ts';

declare const safe: unique symbol;

/** Escaped HTML, created only by the `html` tag and `rawHtml`. */
export type Html = { readonly text: string; readonly [safe]: true };

type Value = string | number | null | undefined | false | Html | Value[];

// Control characters do not print, and some break HTML.
const escaped = (text: string) => escapeHtml(text.replaceAll(/[^\P{Cc}\n\t]/gu, ' '));

/** Marks trusted text as HTML, such as style sheets; never use it on stored text. */
export const rawHtml = (text: string) => ({ text }) as Html;

function textOf(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (Array.isArray(value)) return value.map(textOf).join('');
  return typeof value === 'object' ? value.text : escaped(String(value));
}

/** Template tag for HTML: escapes every value that is not `Html`; null, undefined and false print nothing. */
export const html = (parts: TemplateStringsArray, ...values: Value[]) =>
  rawHtml(parts.reduce((text, part, index) => text + textOf(values[index - 1]) + part));

/** A CSS string literal in which everything but ASCII letters, digits and spaces is escaped. */
export const cssString = (text: string) =>
  `"${text.replaceAll(/[^a-z0-9 ]/giu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)}"`;
