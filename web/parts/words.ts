import { useTranslation } from 'react-i18next';
import { work } from '../texts/en/work.ts';

export type WordKind = keyof typeof work.words;

const has = <T extends object>(words: T, key: string): key is Extract<keyof T, string> => Object.hasOwn(words, key);

/** A stored key as words: capitals that it has are its own. */
export const spelledOut = (key: string) => {
  const words = key.replaceAll('_', ' ');
  return words === words.toLowerCase() ? words.charAt(0).toUpperCase() + words.slice(1) : words;
};

/** The name of a category or a type that is known; of others, which pipelines send, their words. */
export function useWord(kind: WordKind) {
  const { t } = useTranslation();
  const known = work.words[kind];
  return (key: string) => (has(known, key) ? (t as (path: string) => string)(`words.${kind}.${key}`) : spelledOut(key));
}

/** An area, a component or a channel as a scan or a tool calls it, in the language of the pages where it is known. */
export function useLabel() {
  const word = useWord('labels');
  return (label: string) => (has(work.words.labels, label.toLowerCase()) ? word(label.toLowerCase()) : label);
}
