import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

type Filter = Record<string, unknown>;

/** Changes a filter in the address; an empty value removes its key. */
export function useFilter<Shape extends Filter>(current: Shape) {
  const navigate = useNavigate();
  return (change: { [Key in keyof Shape]?: Shape[Key] | '' | undefined }) => {
    const next = Object.entries({ ...current, ...change }).filter(([, value]) => value !== '' && value !== undefined);
    return navigate({ to: '.', search: Object.fromEntries(next) as never, replace: true, resetScroll: false });
  };
}

/** The properties of a search field whose text is written to the address once typing pauses. */
export function useSearchField(search: string | undefined, found: (search: string) => unknown) {
  const [text, setText] = useState(search ?? '');
  const later = useDebouncedCallback((typed: string) => void found(typed.trim()), 300);
  return {
    type: 'search' as const,
    maxLength: 120,
    value: text,
    onChange({ currentTarget }: { currentTarget: { value: string } }) {
      setText(currentTarget.value);
      later(currentTarget.value);
    },
  };
}
