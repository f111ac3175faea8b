import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useFormat } from '../../parts/format.ts';
import { Level } from '../../parts/levels.tsx';
import { PageLink } from '../../parts/link.tsx';
import { Part } from '../../parts/part.tsx';
import { useMayWrite } from '../../parts/support.ts';

type Given = inferRouterOutputs<AppRouter>['insights']['query'];

/** The pages that show the figures an answer was made from. */
const FROM = {
  visibility_scores: '/visibility',
  analytics: '/analytics',
  goals: '/goals',
  action_items: '/tasks',
  content: '/visibility',
  social: '/social',
} as const;

/** Whether an answer helped. */
export function Feedback({ runId, own }: { runId: string; own?: boolean | null }) {
  const { t } = useTranslation();
  const send = useMutation(api.insights.runs.feedback.mutationOptions());
  const mayWrite = useMayWrite();
  const given = send.variables?.helpful ?? own;
  return (
    <Group gap="xs">
      <Text size="sm">{send.isSuccess ? t('insights.thanks') : t('insights.helpful')}</Text>
      {[true, false].map((helpful) => (
        <Button
          key={String(helpful)}
          size="xs"
          variant={given === helpful ? 'light' : 'default'}
          aria-pressed={given === helpful}
          disabled={send.isPending || !mayWrite}
          onClick={() => send.mutate({ id: runId, helpful })}
        >
          {t(helpful ? 'insights.yes' : 'insights.no')}
        </Button>
      ))}
    </Group>
  );
}

interface Contents {
  title: string;
  answer: Given;
  runId: string | undefined;
  onAsk: (question: string) => void;
}

/** An answer with its sources. */
export function AnswerCard({ title, answer, runId, onAsk }: Contents) {
  const { t } = useTranslation();
  const { fraction } = useFormat();
  return (
    <Part title={title} text={t('insights.confidence', { confidence: fraction(answer.confidence) })}>
      <Stack>
        <Text className="answer-text">{answer.answer}</Text>
        {answer.recommendations.map(({ title: name, description, impact_level, effort_level }) => (
          <div key={name} className="row">
            <Text fw={600}>{name}</Text>
            <Text size="sm" c="dimmed" mb={6}>
              {description}
            </Text>
            <Group gap="xs">
              <Level kind="impact" level={impact_level} />
              <Level kind="effort" level={effort_level} />
            </Group>
          </div>
        ))}
        {answer.sources.length > 0 && (
          <Group gap="xs">
            <Text size="sm" c="dimmed">
              {t('insights.sources')}
            </Text>
            {answer.sources.map((source) => (
              <PageLink key={source} to={FROM[source]} size="sm">
                {t(`insights.source.${source}`)}
              </PageLink>
            ))}
          </Group>
        )}
        {answer.suggestions.length > 0 && (
          <Group gap="xs">
            <Text size="sm" c="dimmed">
              {t('insights.followUp')}
            </Text>
            {answer.suggestions.map((question) => (
              <Button
                key={question}
                size="xs"
                variant="default"
                className="wrapping"
                dir="auto"
                onClick={() => onAsk(question)}
              >
                {question}
              </Button>
            ))}
          </Group>
        )}
        {runId && <Feedback runId={runId} />}
      </Stack>
    </Part>
  );
}
