import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../../../api/client.ts';
import { useList } from '../../../api/list.ts';
import { Answer } from '../../../parts/answer.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { useFormat } from '../../../parts/format.ts';
import { More } from '../../../parts/more.tsx';

/** When the condition of an alert was met, and how long. */
export function Firings({ id, caption }: { id: string; caption: string }) {
  const { t } = useTranslation();
  const { dateTime, number } = useFormat();
  const filter = { id, limit: 20 };
  const firings = useList(
    api.alerts.firings.queryKey(filter),
    (page, how) => portal.alerts.firings.query({ ...filter, ...page }, how),
    ({ data }) => data,
  );
  return (
    <Answer of={{ ...firings, data: firings.rows }} height={120}>
      {(rows) =>
        rows.length === 0 ? (
          <Text c="dimmed">{t('alertsPage.noFirings')}</Text>
        ) : (
          <>
            <DataTable
              caption={caption}
              rows={rows}
              keyOf={(firing) => firing.id}
              columns={[
                { head: t('alertsPage.at'), cell: ({ at }) => dateTime(at) },
                { head: t('alertsPage.value'), cell: ({ value }) => number(value), numeric: true },
                {
                  head: t('alertsPage.endedAt'),
                  cell: ({ endedAt }) => (endedAt ? dateTime(endedAt) : t('alertsPage.lasting')),
                },
                { head: t('alertsPage.endValue'), cell: ({ endValue }) => number(endValue), numeric: true },
              ]}
            />
            <More of={firings} />
          </>
        )
      }
    </Answer>
  );
}
