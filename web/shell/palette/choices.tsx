import { Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Choice } from './choice.ts';
import { useActions } from './use-actions.ts';
import { useFound } from './use-found.ts';
import { usePlaces } from './use-places.ts';

/** Whether each word that was typed is the beginning of one. */
function fits({ label, note }: Choice, typed: string) {
  // Long words say where they may break, which nobody types.
  const words = (text: string) => text.replaceAll('\u00AD', '').toLowerCase().split(/\s+/);
  const own = words(`${label} ${note ?? ''}`);
  return words(typed).every((word) => own.some((one) => one.startsWith(word)));
}

/** The results for the typed text, in groups. Arrows move, Enter chooses. */
export function Choices({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const [settled] = useDebouncedValue(typed.trim(), 250);
  const list = useRef<HTMLDivElement>(null);
  const known = [...usePlaces(), ...useActions()].map(({ choices, ...group }) => ({
    ...group,
    choices: choices.filter((choice) => fits(choice, typed.trim())),
  }));
  const found = useFound(settled);
  const groups = [...known, ...found.groups].filter(({ choices }) => choices.length > 0);
  const all = groups.flatMap(({ choices }) => choices);
  const chosen = all[Math.min(active, all.length - 1)];

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen?.key]);

  function run(choice: Choice) {
    onClose();
    choice.run();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step && event.key !== 'Enter') return;
    event.preventDefault();
    if (step && all.length > 0) setActive((Math.min(active, all.length - 1) + step + all.length) % all.length);
    if (!step && chosen) run(chosen);
  }

  return (
    <>
      <TextInput
        data-autofocus
        role="combobox"
        aria-label={t('shell.search')}
        aria-expanded
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={chosen && `${id}${chosen.key}`}
        autoComplete="off"
        maxLength={120}
        placeholder={t('shell.searchHint')}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={id} ref={list} role="listbox" aria-label={t('shell.results')} tabIndex={-1} className="palette">
        {groups.map(({ title, choices }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
          <div key={title} role="group" aria-label={title}>
            <Text size="xs" c="dimmed" fw={600} px="xs" pt="sm" aria-hidden>
              {title}
            </Text>
            {choices.map((choice) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the focus and the keys
              <div
                key={choice.key}
                id={`${id}${choice.key}`}
                role="option"
                aria-selected={choice === chosen}
                className="palette-choice"
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => run(choice)}
              >
                <span dir="auto">{choice.label}</span>
                {choice.note && (
                  <span className="palette-note" dir="auto">
                    {choice.note}
                  </span>
                )}
              </div>
            ))}
          </div>
        ))}
      </div>
      <Text size="sm" c="dimmed" role="status" px="xs">
        {found.isFetching ? t('shell.searching') : all.length === 0 && t('shell.nothingFound')}
      </Text>
    </>
  );
}
