import { useTranslation } from 'react-i18next';
import { work } from '../texts/en/work.ts';

export type WordKind = keyof typeof work.words;

const has = <T extends object>(words: T, key: string): key is Extract<keyof T, string> => Object.hasOwn(words, key);

/** The name of a category or a type that is known; of others, which pipelines send, the word itself. */
export function useWord(kind: WordKind) {
  const { t } = useTranslation();
  const known = work.words[kind];
  return (key: string) => (has(known, key) ? (t as (path: string) => string)(`words.${kind}.${key}`) : key);
}

/** An area, a component or a channel as a scan or a tool calls it, in the language of the pages where it is known. */
export function useLabel() {
  const word = useWord('labels');
  return (label: string) => {
    const key = label.toLowerCase();
    const known = word(key);
    return known === key ? label : known;
  };
}
