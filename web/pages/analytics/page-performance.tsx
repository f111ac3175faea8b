import { useTranslation } from 'react-i18next';
import { api, portal } from '../../api/client.ts';
import { useList } from '../../api/list.ts';
import { Answer } from '../../parts/answer.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { useFormat } from '../../parts/format.ts';
import { PageLink } from '../../parts/link.tsx';
import { More } from '../../parts/more.tsx';
import { Part } from '../../parts/part.tsx';

/** Views and conversions of the organization's own pages in a period. */
export function PagePerformance({ period }: { period: { from?: string; to?: string } }) {
  const { t } = useTranslation();
  const { whole, percent } = useFormat();
  const filter = { ...period, limit: 20 };
  const performance = useList(
    api.contentPerformance.queryKey(filter),
    (page, how) => portal.contentPerformance.query({ ...filter, ...page }, how),
    ({ data }) => data.pages,
  );
  return (
    <Part title={t('website.performance')} text={t('website.performanceText')}>
      <Answer of={{ ...performance, data: performance.rows }} height={240}>
        {(rows) =>
          rows.length === 0 ? (
            t('website.noPerformance')
          ) : (
            <>
              <DataTable
                caption={t('website.performance')}
                rows={rows}
                keyOf={({ pageId }) => pageId}
                columns={[
                  {
                    head: t('website.page'),
                    cell: ({ pageId, title }) => (
                      <PageLink to="/content/$id" params={{ id: pageId }}>
                        {title}
                      </PageLink>
                    ),
                  },
                  { head: t('website.views'), cell: ({ views }) => whole(views), numeric: true },
                  { head: t('website.engagement'), cell: ({ engagement }) => percent(engagement), numeric: true },
                  { head: t('website.conversions'), cell: ({ conversions }) => whole(conversions), numeric: true },
                  {
                    head: t('website.conversionRate'),
                    cell: ({ conversionRate }) => percent(conversionRate),
                    numeric: true,
                  },
                ]}
              />
              <More of={performance} />
            </>
          )
        }
      </Answer>
    </Part>
  );
}
