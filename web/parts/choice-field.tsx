import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { work } from '../texts/en/work.ts';

type Kind = keyof typeof work.words;

const has = <T extends object>(words: T, key: string): key is Extract<keyof T, string> => Object.hasOwn(words, key);

/** The name of a category or a type that is known; of others, which pipelines send, the word itself. */
export function useWord(kind: Kind) {
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

interface Contents {
  kind: Kind;
  label: string;
  value?: string;
  onChange?: unknown;
  error?: ReactNode;
}

/** A choice of the known categories or types; one that is stored and not known stays among them. */
export function ChoiceField({ kind, ...props }: Contents) {
  const word = useWord(kind);
  const keys = Object.keys(work.words[kind]);
  const { value = '' } = props;
  const data = value && !keys.includes(value) ? [value, ...keys] : keys;
  return <NativeSelect {...(props as object)} data={data.map((key) => ({ value: key, label: word(key) }))} />;
}
