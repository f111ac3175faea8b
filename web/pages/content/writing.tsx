import { SimpleGrid, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { portal } from '../../api/client.ts';
import { fieldErrors } from '../../api/errors.ts';
import { FormError } from '../../parts/form-error.tsx';
import { Audits } from './audits.tsx';
import type { Draft } from './draft.ts';
import { PreviewFrame } from './frame.tsx';
import { applyMark, markOfKey, Toolbar } from './toolbar.tsx';

/** The preview of the draft, requested once typing pauses, one request at a time. */
function usePreview({ page, text }: Draft) {
  const { contentFormat, metadata } = page;
  const { seoTitle, seoDescription } = metadata;
  const typed = { title: text.title.trim() || page.title, content: text.content };
  const [settled] = useDebouncedValue(JSON.stringify(typed), 600);
  const input = { ...(JSON.parse(settled) as typeof typed), contentFormat, seoTitle, seoDescription };
  const preview = useQuery({
    queryKey: ['preview', page.id, input],
    queryFn: ({ signal }) => portal.cms.preview.mutate(input, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return { ...preview, isOld: preview.isFetching || settled !== JSON.stringify(typed) };
}

/** The text, its preview and its scores. */
export function Writing({ draft }: { draft: Draft }) {
  const { t } = useTranslation();
  const area = useRef<HTMLTextAreaElement>(null);
  const { text, edit, save, page } = draft;
  const { data: preview, error, isOld } = usePreview(draft);
  const isMarkdown = page.contentFormat === 'markdown';

  function onKeyDown(event: KeyboardEvent) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const mark = isMarkdown && event.target === area.current ? markOfKey(event.key) : undefined;
    if (event.key !== 's' && !mark) return;
    event.preventDefault();
    if (event.key === 's' && !save.isPending) save.mutate({});
    if (mark && area.current) applyMark(area.current, mark);
  }

  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }} onKeyDown={onKeyDown}>
        <Stack gap="sm">
          <TextInput
            label={t('contentPage.title')}
            maxLength={300}
            value={text.title}
            error={fieldErrors(save.error).title}
            onChange={({ currentTarget }) => edit({ title: currentTarget.value })}
          />
          {isMarkdown && <Toolbar area={area} />}
          <Textarea
            ref={area}
            label={t(`contentPage.sources.${page.contentFormat}`)}
            className="source"
            autosize
            minRows={18}
            maxRows={32}
            maxLength={500_000}
            value={text.content}
            onChange={({ currentTarget }) => edit({ content: currentTarget.value })}
          />
          <Text size="sm" c="dimmed" role="status">
            {draft.isChanged ? t('contentPage.unsaved') : t('contentPage.savedAs', { version: page.version })}
          </Text>
        </Stack>
        <Stack gap="sm">
          <Text size="sm" fw={600} aria-hidden>
            {t('contentPage.preview')}
          </Text>
          <PreviewFrame html={preview?.data.contentHtml ?? page.contentHtml} />
        </Stack>
      </SimpleGrid>
      <FormError error={error} />
      {preview ? (
        <Audits scores={preview.data.scores} isOld={isOld} />
      ) : (
        !error && <Skeleton height={360} radius="md" />
      )}
    </>
  );
}
