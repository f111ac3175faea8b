import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api, portal } from '../../api/client.ts';
import { useList } from '../../api/list.ts';
import { Answer } from '../../parts/answer.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { useFormat } from '../../parts/format.ts';
import { More } from '../../parts/more.tsx';
import { Part } from '../../parts/part.tsx';
import { Comments } from './comments.tsx';
import type { Tagged } from './tagged.ts';
import { Versions } from './versions.tsx';

function Activity({ id }: { id: string }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const activity = useList(
    api.cms.pages.activity.queryKey({ id }),
    (page, how) => portal.cms.pages.activity.query({ id, limit: 20, ...page }, how),
    ({ data }) => data,
  );
  return (
    <Answer of={{ ...activity, data: activity.rows }}>
      {(rows) => (
        <>
          <DataTable
            caption={t('contentPage.tabs.activity')}
            rows={rows}
            keyOf={(entry) => entry.id}
            columns={[
              { head: t('chart.date'), cell: ({ createdAt }) => dateTime(createdAt) },
              { head: t('contentPage.event'), cell: ({ type }) => t(`contentPage.events.${type}`) },
              { head: t('contentPage.who'), cell: ({ actor }) => actor?.name ?? '–' },
              { head: t('contentPage.version'), cell: ({ version }) => version, numeric: true },
            ]}
          />
          <More of={activity} />
        </>
      )}
    </Answer>
  );
}

const TABS = ['comments', 'versions', 'activity'] as const;

/** The comments, versions and activity of a page. */
export function History({ page: { id } }: { page: Tagged['page'] }) {
  const { t } = useTranslation();
  return (
    <Part title={t('contentPage.history')}>
      <Tabs defaultValue="comments" keepMounted={false}>
        <Tabs.List mb="md" aria-label={t('contentPage.history')}>
          {TABS.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`contentPage.tabs.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="comments">
          <Comments id={id} />
        </Tabs.Panel>
        <Tabs.Panel value="versions">
          <Versions id={id} />
        </Tabs.Panel>
        <Tabs.Panel value="activity">
          <Activity id={id} />
        </Tabs.Panel>
      </Tabs>
    </Part>
  );
}
