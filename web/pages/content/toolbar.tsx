import { Button, Group } from '@mantine/core';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';

/** The marks before and after the selected text, or before each of its lines. */
const MARKS = {
  bold: { around: ['**', '**'], key: 'b' },
  italic: { around: ['_', '_'], key: 'i' },
  link: { around: ['[', '](https://)'], key: 'k' },
  heading: { before: '## ' },
  list: { before: '- ' },
  numbers: { before: '1. ' },
  quote: { before: '> ' },
} as const;

type Mark = keyof typeof MARKS;
const NAMES = Object.keys(MARKS) as Mark[];

/** Replaces the selection, so that the browser can undo it. */
function insert(area: HTMLTextAreaElement, text: string) {
  area.focus();
  document.execCommand('insertText', false, text);
}

/** Puts a mark at the selection of a text field. */
export function applyMark(area: HTMLTextAreaElement, name: Mark) {
  const mark = MARKS[name];
  const { value, selectionStart: start, selectionEnd: end } = area;
  if ('around' in mark) {
    const [open, close] = mark.around;
    insert(area, open + value.slice(start, end) + close);
    area.setSelectionRange(start + open.length, end + open.length);
    return;
  }
  const lineStart = value.lastIndexOf('\n', start - 1) + 1;
  const lines = value.slice(lineStart, end).split('\n');
  area.setSelectionRange(lineStart, end);
  insert(area, lines.map((line) => mark.before + line).join('\n'));
}

/** The mark of a key that is pressed together with Ctrl or ⌘. */
export const markOfKey = (key: string) => NAMES.find((name) => 'key' in MARKS[name] && MARKS[name].key === key);

export function Toolbar({ area }: { area: RefObject<HTMLTextAreaElement | null> }) {
  const { t } = useTranslation();
  return (
    <Group gap={6} role="toolbar" aria-label={t('contentPage.toolbar')}>
      {NAMES.map((name) => (
        <Button
          key={name}
          size="compact-sm"
          variant="default"
          onClick={() => area.current && applyMark(area.current, name)}
        >
          {t(`contentPage.marks.${name}`)}
        </Button>
      ))}
    </Group>
  );
}
