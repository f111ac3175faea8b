import { Badge, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../../api/client.ts';
import { useList } from '../../api/list.ts';
import { Answer } from '../../parts/answer.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { useFormat } from '../../parts/format.ts';
import { More } from '../../parts/more.tsx';
import { Part } from '../../parts/part.tsx';
import { useLabel } from '../../parts/words.ts';

/** Where visitors come from. */
export function TrafficSources({ period }: { period: { from?: string; to?: string } }) {
  const { t } = useTranslation();
  const { whole, percent } = useFormat();
  const labelOf = useLabel();
  const sources = useList(
    api.analytics.sources.queryKey(period),
    (page, how) => portal.analytics.sources.query({ ...period, ...page, limit: 20 }, how),
    ({ data }) => data.sources,
  );
  return (
    <Part title={t('website.sources')}>
      <Answer of={{ ...sources, data: sources.rows }}>
        {(rows) =>
          rows.length === 0 ? (
            <Text>{t('website.none')}</Text>
          ) : (
            <>
              <DataTable
                caption={t('website.sources')}
                rows={rows}
                keyOf={({ source, medium }) => `${source} ${medium}`}
                columns={[
                  {
                    head: t('website.source'),
                    cell: ({ source, isAiAssistant }) => (
                      <>
                        {labelOf(source)} {isAiAssistant && <Badge className="tag">{t('website.assistant')}</Badge>}
                      </>
                    ),
                  },
                  { head: t('website.medium'), cell: ({ medium }) => labelOf(medium) },
                  { head: t('website.sessions'), cell: ({ sessions }) => whole(sessions), numeric: true },
                  { head: t('website.users'), cell: ({ users }) => whole(users), numeric: true },
                  { head: t('website.conversions'), cell: ({ conversions }) => whole(conversions), numeric: true },
                  { head: t('website.share'), cell: ({ share }) => percent(share), numeric: true },
                ]}
              />
              <More of={sources} />
            </>
          )
        }
      </Answer>
    </Part>
  );
}
