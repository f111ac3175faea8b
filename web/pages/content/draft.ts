import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { portal } from '../../api/client.ts';
import { codeOf } from '../../api/errors.ts';
import { useUnsent } from '../../parts/unsent.ts';
import { readPage, type Tagged, tagged } from './tagged.ts';

export interface Text {
  title: string;
  content: string;
}

type State = Tagged['page']['status'];

const textOf = ({ page: { title, content } }: Tagged): Text => ({ title, content });
const isSame = (one: Text, other: Text) => one.content === other.content && one.title.trim() === other.title;

/**
 * The draft of a page, and its saving. It is based on one version: when somebody else has saved another one, `theirs`
 * holds it until the author has chosen.
 */
export function useDraft(current: Tagged) {
  const [base, setBase] = useState(current);
  const [text, setText] = useState(textOf(current));
  const [theirs, setTheirs] = useState<Tagged>();
  const isChanged = !isSame(text, textOf(base));

  // A refetched page replaces an untouched text; a new schedule or status leaves the draft.
  const isSameText = isSame(textOf(current), textOf(base));
  if (current.etag !== base.etag && current.page.version >= base.page.version && (!isChanged || isSameText)) {
    setBase(current);
    if (!isChanged) setText(textOf(current));
  }

  const save = useMutation({
    mutationFn: ({ status, over = base }: { status?: State; over?: Tagged }) => {
      const { id } = base.page;
      const edit = { id, ...text, ...(status && { status }) };
      return tagged((how) => portal.cms.pages.update.mutate(edit, how), over.etag);
    },
    meta: { shown: true },
    onSuccess(saved) {
      setTheirs(undefined);
      setBase(saved);
      // The title is saved without the spaces around it; later typing stays.
      setText((now) => (now.content === saved.page.content ? { ...now, title: now.title.trim() } : now));
    },
    async onError(error) {
      if (codeOf(error) === 'VERSION_CONFLICT') setTheirs(await readPage(base.page.id));
    },
  });

  useUnsent(
    'draft',
    () => (isChanged ? { base, text } : {}),
    (typed) => {
      setBase(typed.base as Tagged);
      setText(typed.text as Text);
    },
    { stays: true },
  );

  return {
    page: base.page,
    text,
    isChanged,
    theirs,
    save,
    edit: (change: Partial<Text>) => setText((now) => ({ ...now, ...change })),
    /** Goes on with the version of the others. */
    takeTheirs(version: Tagged) {
      save.reset();
      setTheirs(undefined);
      setBase(version);
      setText(textOf(version));
    },
    /** Goes back to writing, with both versions as they are. */
    putOff() {
      save.reset();
      setTheirs(undefined);
    },
  };
}

export type Draft = ReturnType<typeof useDraft>;
