import { Button, Code, Group, Mark, NativeSelect, Paper, Stack, Textarea } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../api/client.ts';
import { fieldErrors } from '../api/errors.ts';
import { Answer } from '../parts/answer.tsx';
import { useFocusAfter } from '../parts/focus-after.ts';
import { FormError } from '../parts/form-error.tsx';
import { Page } from '../parts/page.tsx';
import { Part } from '../parts/part.tsx';
import { useMayWrite } from '../parts/support.ts';
import { useUnsent } from '../parts/unsent.ts';
import { AnswerCard } from './questions/answer-card.tsx';
import { AskedBefore } from './questions/history.tsx';

const KINDS = ['nlq', 'explain', 'scoring', 'playbook'] as const;
type Kind = (typeof KINDS)[number];

const needsQuestion = (type: Kind) => type === 'nlq' || type === 'explain';

/** A text whose placeholders for redacted data, such as [email], are marked. */
const Marked = ({ text }: { text: string }) =>
  text
    .split(/(\[[a-z][a-z ]*\])/)
    .map((part, place) => (place % 2 === 1 ? <Mark key={`${place}`}>{part}</Mark> : part));

export function InsightsPage() {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const [type, setType] = useState<Kind>('nlq');
  const [question, setQuestion] = useState('');
  const [previewed, setPreviewed] = useState<{ type: Kind; query?: string }>();
  const preview = useQuery({
    ...api.insights.preview.queryOptions(previewed ?? {}),
    enabled: previewed !== undefined,
  });

  const ask = useMutation({
    meta: { shown: true },
    async mutationFn(input: { type: Kind; query?: string }) {
      let runId: string | undefined;
      const onResponse = (response: Response) => {
        runId = response.headers.get('x-insight-run') ?? undefined;
      };
      const answer = await portal.insights.query.mutate(input, { context: { onResponse } });
      return { answer, runId, title: input.query ?? t(`insights.kinds.${input.type}`) };
    },
  });
  useUnsent(
    'question',
    () => (question ? { type, question } : {}),
    (typed) => {
      setType(typed.type as Kind);
      setQuestion(String(typed.question));
    },
    // One that has been asked is in the history.
    { asks: ask.isError || ask.variables?.query !== question },
  );
  const input = { type, ...(needsQuestion(type) && { query: question }) };
  const wrong = fieldErrors(ask.error).query;
  const isSubmitted = useFocusAfter(ask.isPending, fieldErrors(ask.error));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    isSubmitted(event.currentTarget);
    ask.mutate(input);
  };
  const followUp = (query: string) => {
    setType('nlq');
    setQuestion(query);
    ask.mutate({ type: 'nlq', query });
  };

  return (
    <Page title={t('pages.insights')} lead={t('insights.lead')}>
      <Paper component="form" onSubmit={submit}>
        <Stack>
          <FormError error={wrong ? undefined : ask.error} />
          <NativeSelect
            label={t('insights.kind')}
            value={type}
            data={KINDS.map((value) => ({ value, label: t(`insights.kinds.${value}`) }))}
            onChange={({ currentTarget }) => setType(currentTarget.value as Kind)}
          />
          {needsQuestion(type) && (
            <Textarea
              label={t('insights.question')}
              placeholder={t('insights.placeholder')}
              autosize
              minRows={2}
              maxLength={2000}
              value={question}
              error={wrong}
              onChange={({ currentTarget }) => setQuestion(currentTarget.value)}
            />
          )}
          <Group>
            <Button type="submit" loading={ask.isPending} disabled={!mayWrite}>
              {t('insights.ask')}
            </Button>
            <Button variant="default" onClick={() => setPreviewed(input)}>
              {t('insights.preview')}
            </Button>
          </Group>
        </Stack>
      </Paper>
      {previewed && (
        <Part
          title={t('insights.previewTitle')}
          text={t(preview.data?.questionText === 'topics' ? 'insights.previewTopics' : 'insights.previewText')}
        >
          <Answer of={preview}>
            {({ data }) => (
              <Code block tabIndex={0}>
                <Marked text={JSON.stringify(data, null, 2)} />
              </Code>
            )}
          </Answer>
        </Part>
      )}
      <div aria-live="polite">{ask.data && <AnswerCard {...ask.data} onAsk={followUp} />}</div>
      <AskedBefore />
    </Page>
  );
}
