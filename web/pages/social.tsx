import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import { Answer, Empty } from '../parts/answer.tsx';
import { Bar } from '../parts/bar.tsx';
import { ChartFrame } from '../parts/chart-frame.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Figures } from '../parts/figures.tsx';
import { useFormat } from '../parts/format.ts';
import { Page } from '../parts/page.tsx';
import { Part } from '../parts/part.tsx';
import { properName } from '../parts/proper-name.ts';
import { channels } from '../texts/en/channels.ts';
import { addTexts } from '../texts/texts.ts';

addTexts(channels);

export function SocialPage() {
  const { t } = useTranslation();
  const { whole, change, percent } = useFormat();
  const social = useQuery(api.visibility.socialMetrics.queryOptions({ limit: 100 }));

  return (
    <Page title={t('pages.social')} lead={t('socialPage.lead')}>
      <Answer of={social} height={520}>
        {({ data: { profiles, totals } }) =>
          profiles.length === 0 ? (
            <Empty>{t('socialPage.none')}</Empty>
          ) : (
            <>
              <Figures
                figures={[
                  { label: t('socialPage.followers'), value: whole(totals.followers) },
                  { term: 'reach', label: t('socialPage.reach'), value: whole(totals.reach) },
                  { term: 'interactions', label: t('socialPage.engagement'), value: whole(totals.engagement) },
                ]}
              />
              <ChartFrame
                title={t('socialPage.followers')}
                rows={profiles}
                keyOf={({ platform, handle }) => platform + handle}
                columns={[
                  { head: t('socialPage.network'), cell: ({ platform }) => properName(platform) },
                  { head: t('socialPage.followers'), cell: ({ followers }) => whole(followers), numeric: true },
                  { head: t('socialPage.change'), cell: (row) => change(row.followersChange), numeric: true },
                ]}
              >
                {profiles.map(({ platform, handle, followers, followersChange }) => (
                  <Bar
                    key={platform + handle}
                    label={`${properName(platform)} ${handle}`}
                    value={followers}
                    max={Math.max(...profiles.map((profile) => profile.followers))}
                    shown={`${whole(followers)} (${change(followersChange)})`}
                  />
                ))}
              </ChartFrame>
              <Part title={t('socialPage.profiles')}>
                <DataTable
                  caption={t('socialPage.profiles')}
                  rows={profiles}
                  keyOf={({ platform, handle }) => platform + handle}
                  columns={[
                    {
                      head: t('socialPage.network'),
                      cell: ({ platform, handle, url }) => (
                        <Anchor href={url} target="_blank" rel="noreferrer" underline="always">
                          {properName(platform)} {handle}
                        </Anchor>
                      ),
                    },
                    { head: t('socialPage.posts'), cell: ({ posts }) => whole(posts), numeric: true },
                    { head: t('socialPage.reach'), cell: ({ reach }) => whole(reach), numeric: true },
                    { head: t('socialPage.impressions'), cell: ({ impressions }) => whole(impressions), numeric: true },
                    { head: t('socialPage.engagement'), cell: ({ engagement }) => whole(engagement), numeric: true },
                    { head: t('socialPage.rate'), cell: (row) => percent(row.engagementRate), numeric: true },
                  ]}
                />
              </Part>
            </>
          )
        }
      </Answer>
    </Page>
  );
}
