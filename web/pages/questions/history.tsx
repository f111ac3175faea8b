import { Badge, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../../api/client.ts';
import { useList } from '../../api/list.ts';
import { Answer } from '../../parts/answer.tsx';
import { useFormat } from '../../parts/format.ts';
import { More } from '../../parts/more.tsx';
import { Part } from '../../parts/part.tsx';
import { Feedback } from './answer-card.tsx';

/** Earlier questions, newest first. */
export function AskedBefore() {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const runs = useList(
    api.insights.runs.list.queryKey({}),
    (page, how) => portal.insights.runs.list.query({ ...page, limit: 10 }, how),
    ({ data }) => data,
  );
  return (
    <Part title={t('insights.history')}>
      <Answer of={{ ...runs, data: runs.rows }} height={320}>
        {(rows) => (
          <Stack>
            {rows.length === 0 && <Text c="dimmed">{t('insights.noHistory')}</Text>}
            {rows.map(({ id, run_type, input_params, result_data, completed_at, feedback }) => (
              <div key={id} className="row">
                <Group gap="xs" mb={4}>
                  <Badge color="gray">{t(`insights.kinds.${run_type}`)}</Badge>
                  <Text size="sm" c="dimmed">
                    {dateTime(completed_at)}
                  </Text>
                </Group>
                {typeof input_params.query === 'string' && <Text fw={600}>{input_params.query}</Text>}
                <Text size="sm" className="answer-text" mb="xs">
                  {typeof result_data.answer === 'string' ? result_data.answer : t('insights.failed')}
                </Text>
                {typeof result_data.answer === 'string' && <Feedback runId={id} own={feedback.own} />}
              </div>
            ))}
            <More of={runs} />
          </Stack>
        )}
      </Answer>
    </Part>
  );
}
