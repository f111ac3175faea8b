import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { inferRouterInputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { portal } from '../../api/client.ts';
import { useEdit } from '../../parts/edit.ts';
import { FormError } from '../../parts/form-error.tsx';
import { Part } from '../../parts/part.tsx';
import { orNull } from '../../parts/values.ts';
import { type Tagged, tagged } from './tagged.ts';

type Edit = inferRouterInputs<AppRouter>['cms']['pages']['updateMetadata'];

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
  const { form, submit, sending, error, changed, saved } = useEdit(
    {
      seoTitle: metadata.seoTitle ?? '',
      seoDescription: metadata.seoDescription ?? '',
      tags: metadata.tags.join(', '),
      url: metadata.url ?? '',
    },
    { mutationFn: (edit: Edit) => tagged((how) => portal.cms.pages.updateMetadata.mutate(edit, how), etag) },
    ({ seoTitle, seoDescription, tags, url }) => ({
      id,
      seoTitle: orNull(seoTitle),
      seoDescription: orNull(seoDescription),
      tags: tagsOf(tags),
      // Otherwise the address that figures tell would become a person's.
      ...(url.trim() !== (metadata.url ?? '') && { url: orNull(url) }),
    }),
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
          <TextInput
            type="url"
            label={t('contentPage.url')}
            description={t('contentPage.urlText')}
            {...form.getInputProps('url')}
          />
          <Group>
            <Button type="submit" variant="default" loading={sending} disabled={!changed}>
              {t('contentPage.saveDetails')}
            </Button>
            {saved && <Text role="status">{t('saved')}</Text>}
          </Group>
        </Stack>
      </form>
    </Part>
  );
}
