import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../../api/errors.ts';
import { Answer } from '../../parts/answer.tsx';
import { Changes } from '../../parts/changes.tsx';
import { FormError } from '../../parts/form-error.tsx';
import { ButtonLink } from '../../parts/link.tsx';
import { Page } from '../../parts/page.tsx';
import { useMayWrite } from '../../parts/support.ts';
import { content } from '../../texts/en/content.ts';
import { addTexts } from '../../texts/texts.ts';
import { Conflict } from './conflict.tsx';
import { Details } from './details.tsx';
import { useDraft } from './draft.ts';
import { History } from './history.tsx';
import { Publishing } from './publishing.tsx';
import { type Tagged, usePage } from './tagged.ts';
import { Writing } from './writing.tsx';

addTexts(content);

function Editor({ current }: { current: Tagged }) {
  const { t } = useTranslation();
  const draft = useDraft(current);
  const { page, save, theirs, isChanged } = draft;
  const mayWrite = useMayWrite();
  return (
    <Page
      title={page.title}
      actions={
        <>
          <ButtonLink to="/content" variant="subtle">
            {t('contentPage.toPages')}
          </ButtonLink>
          <Button
            loading={save.isPending}
            disabled={!mayWrite}
            variant={isChanged ? 'filled' : 'default'}
            onClick={() => save.mutate({})}
            aria-keyshortcuts="Control+S"
          >
            {t('save')}
          </Button>
        </>
      }
    >
      {theirs ? (
        <Conflict draft={draft} theirs={theirs} />
      ) : (
        <FormError error={fieldErrors(save.error).title ? undefined : save.error} />
      )}
      <Changes>
        <Publishing draft={draft} current={current} />
      </Changes>
      <Writing draft={draft} />
      <Changes>
        <Details current={current} />
      </Changes>
      <History page={page} />
    </Page>
  );
}

export function EditorPage() {
  const { t } = useTranslation();
  const { id } = useParams({ from: '/inside/content/$id' });
  const found = usePage(id);
  // Kept when the session ends, so that nothing that was typed is lost with it.
  const [known, setKnown] = useState(found.data);
  if (found.data && found.data !== known) setKnown(found.data);
  if (known && known.page.id === id) return <Editor key={id} current={known} />;
  return (
    <Page title={t('pages.content')}>
      <Answer of={found} height={640}>
        {() => null}
      </Answer>
    </Page>
  );
}
