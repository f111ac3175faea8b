import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import type { Asked } from './answer.tsx';
import { ConfirmButton } from './confirm-button.tsx';
import { Dialog } from './dialog.tsx';
import { FormError } from './form-error.tsx';
import { useFormat } from './format.ts';
import { useSend } from './send.ts';
import { useMayWrite } from './support.ts';
import { useToday } from './today.ts';

interface Span {
  from: string;
  to: string;
}

const MOST = 200;

const LETTERS = 26;

/** Letters, as numbers mark published pages: A to Z, then A1, B1 and so on. */
const letterOf = (place: number) => {
  const round = Math.floor(place / LETTERS);
  return `${String.fromCharCode(65 + (place % LETTERS))}${round || ''}`;
};

/** The notes of the days that a page shows, by day, asked for beside its figures; undefined until they are there. */
export function useNotes(period: Partial<Span> = {}) {
  const { data, error } = useQuery({
    ...api.annotations.list.queryOptions({ ...period, limit: MOST }),
    placeholderData: keepPreviousData,
  });
  return data || error ? (data?.data ?? []).toReversed() : undefined;
}

type Notes = ReturnType<typeof useNotes>;

/** The answer that a chart shows, once its notes are there as well: they would move what is below them. */
export const withNotes = <Data,>(asked: Asked<Data>, ...notes: (unknown[] | undefined)[]): Asked<Data> =>
  notes.every(Boolean) ? asked : { ...asked, data: undefined };

type Note = NonNullable<Notes>[number] & { letter: string };

function Remove({ note: { id, text } }: { note: Note }) {
  const { t } = useTranslation();
  const remove = useMutation(api.annotations.remove.mutationOptions());
  return (
    <ConfirmButton
      action={t('remove')}
      label={t('notes.removeOf', { text })}
      title={t('notes.removeTitle')}
      text={text}
      size="compact-xs"
      variant="subtle"
      color="gray"
      loading={remove.isPending}
      onConfirm={() => remove.mutate({ id })}
    />
  );
}

function NoteForm({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const today = useToday();
  const { form, submit, sending, error } = useSend(
    { date: today, text: '' },
    api.annotations.create.mutationOptions(),
    {
      inputOf: (values) => values,
      isShown: opened,
      onAnswer() {
        form.reset();
        onClose();
      },
    },
  );
  return (
    <Dialog opened={opened} onClose={onClose} title={t('notes.fresh')}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormError error={error} />
          <TextInput type="date" label={t('notes.date')} {...form.getInputProps('date')} />
          <TextInput label={t('notes.text')} maxLength={500} data-autofocus {...form.getInputProps('text')} />
          <Button type="submit" loading={sending}>
            {t('notes.create')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}

/** The notes on a chart as a list, and the way to another one. */
function ChartNotes({ notes }: { notes: Note[] }) {
  const { t } = useTranslation();
  const { day } = useFormat();
  const mayWrite = useMayWrite();
  const [opened, { open, close }] = useDisclosure();
  if (notes.length === 0 && !mayWrite) return null;
  return (
    <section aria-label={t('notes.title')}>
      {notes.length > 0 && (
        <ul className="plain-list marks">
          {notes.map((note) => (
            <li key={note.id}>
              <span className="mark">{note.letter}</span>{' '}
              <Text size="sm" span className="source">
                {note.text}
              </Text>{' '}
              {/* One word for the line: nothing is left alone on the next. */}
              <span>
                <Text size="sm" c="dimmed" span>
                  {day(note.date)}
                </Text>{' '}
                {mayWrite && (
                  <span className="no-print">
                    <Remove note={note} />
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {mayWrite && (
        <Group mt="sm" className="no-print">
          <Button size="xs" variant="default" onClick={open}>
            {t('notes.fresh')}
          </Button>
        </Group>
      )}
      <NoteForm opened={opened} onClose={close} />
    </section>
  );
}

interface Contents extends Span {
  notes: Notes;
  /** The chart, with the marks of the notes in it and their list below. */
  children: (marks: { at: number; label: string }[], list: ReactNode) => ReactNode;
}

/** A chart of some days with the notes on them. */
export function Noted({ notes = [], from, to, children }: Contents) {
  const shown = notes
    .filter(({ date }) => from <= date && date <= to)
    .map((note, place) => ({ ...note, letter: letterOf(place) }));
  const marks = shown.map(({ date, letter }) => ({ at: Date.parse(date), label: letter }));
  return children(marks, <ChartNotes notes={shown} />);
}
