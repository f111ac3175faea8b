import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../../api/client.ts';
import { useList } from '../../api/list.ts';
import { Answer } from '../../parts/answer.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { useFormat } from '../../parts/format.ts';
import { PageLink } from '../../parts/link.tsx';
import { More } from '../../parts/more.tsx';
import { Part } from '../../parts/part.tsx';
import { isUnderWay, LOOK_AGAIN, useNewFigures } from './look-again.ts';
import { RunState } from './run-state.tsx';

/** The runs, newest first. While one is under way, the page looks again. */
export function Runs() {
  const { t } = useTranslation();
  const { dateTime, whole } = useFormat();
  const runs = useList(
    api.visibility.measurement.runs.list.queryKey(),
    (page, how) => portal.visibility.measurement.runs.list.query({ ...page, limit: 20 }, how),
    ({ data }) => data,
  );
  const isOpen = runs.rows?.some(isUnderWay) ?? false;
  useNewFigures(isOpen);
  useQuery({
    queryKey: ['measurement-runs', 'look'],
    queryFn: async () => (await runs.refetch()).dataUpdatedAt,
    enabled: isOpen,
    refetchInterval: LOOK_AGAIN,
  });
  return (
    <Part title={t('measuring.runs')}>
      <Answer of={{ ...runs, data: runs.rows }}>
        {(rows) =>
          rows.length === 0 ? (
            <Text c="dimmed">{t('measuring.noRuns')}</Text>
          ) : (
            <DataTable
              caption={t('measuring.runs')}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                {
                  head: t('measuring.begun'),
                  cell: ({ id, createdAt }) => (
                    <PageLink to="/measurement/runs/$id" params={{ id }} size="sm">
                      {dateTime(createdAt)}
                    </PageLink>
                  ),
                },
                { head: t('measuring.state'), cell: ({ status }) => <RunState status={status} /> },
                {
                  head: t('measuring.progress'),
                  cell: ({ progress: { done, total } }) =>
                    t('measuring.of', { done: whole(done), total: whole(total) }),
                  numeric: true,
                },
                { head: t('measuring.trigger'), cell: ({ trigger }) => t(`measuring.triggers.${trigger}`) },
              ]}
            />
          )
        }
      </Answer>
      <More of={runs} />
    </Part>
  );
}
