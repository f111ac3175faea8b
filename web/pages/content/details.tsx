import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { portal } from '../../api/client.ts';
import { FormError } from '../../parts/form-error.tsx';
import { Part } from '../../parts/part.tsx';
import { useSend } from '../../parts/send.ts';
import { type Tagged, tagged } from './tagged.ts';

interface Values extends Record<string, unknown> {
  seoTitle: string;
  seoDescription: string;
  tags: string;
}

const tagsOf = (typed: string) => [
  ...new Set(
    typed
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

/** The title and description of a page in search results, and its tags. */
export function Details({ current: { page, etag } }: { current: Tagged }) {
  const { t } = useTranslation();
  const { id, metadata } = page;
  const [before, setBefore] = useState<Values>({
    seoTitle: metadata.seoTitle ?? '',
    seoDescription: metadata.seoDescription ?? '',
    tags: metadata.tags.join(', '),
  });
  const { form, submit, sending, error, sent } = useSend(
    before,
    {
      mutationFn: ({ seoTitle, seoDescription, tags }: Values) => {
        // Unchanged fields are not sent: somebody else may have changed them meanwhile.
        const edit = {
          id,
          tags: tags === before.tags ? metadata.tags : tagsOf(tags),
          ...(seoTitle !== before.seoTitle && { seoTitle: seoTitle.trim() || null }),
          ...(seoDescription !== before.seoDescription && { seoDescription: seoDescription.trim() || null }),
        };
        return tagged((how) => portal.cms.pages.updateMetadata.mutate(edit, how), etag);
      },
    },
    { inputOf: (values) => values, onAnswer: (_, values) => setBefore(values) },
  );
  return (
    <Part title={t('contentPage.details')}>
      <form onSubmit={submit} noValidate>
        <Stack maw={640}>
          <FormError error={error} />
          <TextInput label={t('contentPage.seoTitle')} {...form.getInputProps('seoTitle')} />
          <Textarea
            label={t('contentPage.seoDescription')}
            autosize
            minRows={2}
            {...form.getInputProps('seoDescription')}
          />
          <TextInput label={t('contentPage.tags')} {...form.getInputProps('tags')} />
          <Group>
            <Button type="submit" variant="default" loading={sending}>
              {t('contentPage.saveDetails')}
            </Button>
            {sent.isSuccess && <Text role="status">{t('saved')}</Text>}
          </Group>
        </Stack>
      </form>
    </Part>
  );
}
