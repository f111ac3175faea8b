import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../../api/client.ts';
import { useList } from '../../api/list.ts';
import { Answer } from '../../parts/answer.tsx';
import { Changes } from '../../parts/changes.tsx';
import { FormError } from '../../parts/form-error.tsx';
import { useFormat } from '../../parts/format.ts';
import { More } from '../../parts/more.tsx';
import { useSend } from '../../parts/send.ts';

/** The comments on a page, and a new one. */
export function Comments({ id }: { id: string }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const comments = useList(
    api.cms.pages.comments.queryKey({ id }),
    (page, how) => portal.cms.pages.comments.query({ id, limit: 20, ...page }, how),
    ({ data }) => data,
  );
  const { form, submit, sending, error } = useSend({ text: '' }, api.cms.pages.createComment.mutationOptions(), {
    inputOf: ({ text }) => ({ id, text }),
    onAnswer() {
      form.reset();
    },
  });
  return (
    <Stack>
      <form onSubmit={submit} noValidate>
        <Changes>
          <Stack align="flex-start">
            <FormError error={error} />
            <Textarea
              label={t('contentPage.comment')}
              w="100%"
              autosize
              minRows={2}
              maxLength={2000}
              {...form.getInputProps('text')}
            />
            <Button type="submit" variant="default" loading={sending}>
              {t('contentPage.addComment')}
            </Button>
          </Stack>
        </Changes>
      </form>
      <Answer of={{ ...comments, data: comments.rows }} height={80}>
        {(rows) => (
          <>
            {rows.length === 0 && <Text c="dimmed">{t('contentPage.noComments')}</Text>}
            {rows.map((comment) => (
              <div key={comment.id} className="row">
                <Text className="answer-text">{comment.text}</Text>
                <Text size="sm" c="dimmed">
                  {[comment.author?.name, dateTime(comment.createdAt)].filter(Boolean).join(' · ')}
                </Text>
              </div>
            ))}
            <More of={comments} />
          </>
        )}
      </Answer>
    </Stack>
  );
}
