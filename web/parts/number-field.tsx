import { TextInput, type TextInputProps } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { known, useLocale } from './format.ts';
import { numbersIn, type TypedNumber } from './numbers.ts';

/** Reads and shows the numbers of a form in the language in which the pages show theirs. */
export function useNumbers() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { read, shown } = useMemo(() => known(() => numbersIn(locale)) ?? numbersIn(undefined), [locale]);
  const complaint = (typed: TypedNumber, whole: boolean, least: number) => {
    if (typed === 'missing') return t('numbers.missing');
    if (typed === 'unclear') return t('numbers.unclear', { example: shown(1234.5) });
    if (typed < least) return t('rules.smallest', { limit: shown(least) });
    return whole && !Number.isInteger(typed) ? t('numbers.whole', { example: shown(1234) }) : undefined;
  };
  return {
    read,
    shown,
    /** The value of a field that `complaintOf` has let pass. */
    valueOf: (text: string) => Number(read(text)),
    /** What is wrong with a field, if anything. */
    complaintOf: (text: string, { whole = false, optional = false, least = Number.NEGATIVE_INFINITY } = {}) =>
      optional && read(text) === 'missing' ? undefined : complaint(read(text), whole, least),
  };
}

interface Binding extends Omit<TextInputProps, 'onChange'> {
  value?: string;
  onChange: (text: string) => void;
}

/** A field for a number. When it is left, it shows how the number was understood. */
export function NumberField({ value = '', onChange, onBlur, ...rest }: Binding) {
  const { read, shown } = useNumbers();
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      maxLength={40}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onBlur={(event) => {
        const typed = read(value);
        if (typeof typed === 'number' && shown(typed) !== value) onChange(shown(typed));
        onBlur?.(event);
      }}
      {...rest}
    />
  );
}
