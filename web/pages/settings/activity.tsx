import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../../api/client.ts';
import { useList } from '../../api/list.ts';
import { Answer, Empty } from '../../parts/answer.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { useEventName } from '../../parts/events.ts';
import { useFormat } from '../../parts/format.ts';
import { More } from '../../parts/more.tsx';
import { Page } from '../../parts/page.tsx';
import { Part } from '../../parts/part.tsx';

function Trail() {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const named = useEventName();
  const trail = useList(
    api.auth.org.activity.queryKey({}),
    (page, how) => portal.auth.org.activity.query({ ...page, limit: 50 }, how),
    ({ data }) => data,
  );
  return (
    <Answer of={{ ...trail, data: trail.rows }} height={420}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty>{t('activityPage.none')}</Empty>
        ) : (
          <Part title={t('pages.activity')}>
            <DataTable
              caption={t('pages.activity')}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                { head: t('chart.date'), cell: ({ at }) => dateTime(at) },
                { head: t('activityPage.event'), cell: ({ type }) => named(type) },
                {
                  head: t('activityPage.who'),
                  cell: ({ member, actor }) => member?.name ?? member?.email ?? actor,
                },
                { head: t('activityPage.from'), cell: ({ ipAddress }) => ipAddress },
              ]}
            />
            <More of={trail} />
          </Part>
        )
      }
    </Answer>
  );
}

export function ActivityPage() {
  const { t } = useTranslation();
  const profile = useQuery(api.auth.account.profile.queryOptions());
  return (
    <Page title={t('pages.activity')} lead={t('activityPage.lead')}>
      <Answer of={profile}>
        {({ data }) => (data.role === 'admin' ? <Trail /> : <Empty>{t('activityPage.onlyAdmins')}</Empty>)}
      </Answer>
    </Page>
  );
}
