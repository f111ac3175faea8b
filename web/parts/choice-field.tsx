import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { work } from '../texts/en/work.ts';
import { useWord, type WordKind } from './words.ts';

interface Contents {
  kind: WordKind;
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
