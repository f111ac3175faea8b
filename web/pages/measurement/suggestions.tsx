import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../../api/client.ts';
import { codeOf } from '../../api/errors.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FormError } from '../../parts/form-error.tsx';

type Suggestion = inferRouterOutputs<AppRouter>['visibility']['measurement']['prompts']['suggest']['data'][number];

const COUNT = 25;

/** Adds questions, which are sent together. One that somebody else has added meanwhile is there already. */
async function addPrompts(suggestions: Suggestion[]) {
  const add = ({ text, tags, queryMode }: Suggestion) =>
    portal.visibility.measurement.prompts.create.mutate({ text, tags, queryMode }).catch((error: unknown) => {
      if (codeOf(error) !== 'PROMPT_EXISTS') throw error;
    });
  await Promise.all(suggestions.map(add));
}

/** Suggested questions, of which those that are ticked are added. */
export function Suggestions() {
  const { t } = useTranslation();
  const [opened, { open, close }] = useDisclosure();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const suggest = useMutation({
    ...api.visibility.measurement.prompts.suggest.mutationOptions(),
    onSuccess() {
      setLeft(new Set());
      open();
    },
  });
  const accept = useMutation({ mutationFn: addPrompts, meta: { shown: true }, onSuccess: close });
  const suggestions = suggest.data?.data ?? [];
  const chosen = suggestions.filter(({ text }) => !left.has(text));
  const toggle = (text: string) => {
    const after = new Set(left);
    if (!after.delete(text)) after.add(text);
    setLeft(after);
  };
  return (
    <>
      <Button variant="default" loading={suggest.isPending} onClick={() => suggest.mutate({ count: COUNT })}>
        {t('measuring.suggest')}
      </Button>
      <Dialog opened={opened} onClose={close} title={t('measuring.suggestTitle')}>
        <Stack>
          <Text size="sm">{t(suggestions.length > 0 ? 'measuring.suggestText' : 'measuring.noSuggestions')}</Text>
          <FormError error={accept.error} />
          {suggestions.map(({ text }) => (
            <Checkbox key={text} label={text} checked={!left.has(text)} onChange={() => toggle(text)} />
          ))}
          {suggestions.length > 0 && (
            <Button disabled={chosen.length === 0} loading={accept.isPending} onClick={() => accept.mutate(chosen)}>
              {t('measuring.accept', { count: chosen.length })}
            </Button>
          )}
        </Stack>
      </Dialog>
    </>
  );
}
