import { Badge, SimpleGrid, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import { Answer, Empty } from '../parts/answer.tsx';
import { Bar } from '../parts/bar.tsx';
import { BringFigures } from '../parts/bring-figures.tsx';
import { ChartFrame } from '../parts/chart-frame.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Figures } from '../parts/figures.tsx';
import { useFormat } from '../parts/format.ts';
import { Noted, useNotes, withNotes } from '../parts/notes.tsx';
import { Page } from '../parts/page.tsx';
import { Part } from '../parts/part.tsx';
import { PeriodChoice } from '../parts/period.tsx';
import { properName } from '../parts/proper-name.ts';
import { Trend } from '../parts/trend.tsx';
import { useLabel } from '../parts/words.ts';
import { channels } from '../texts/en/channels.ts';
import { addTexts } from '../texts/texts.ts';
import { Heatmap } from './analytics/heatmap.tsx';
import { PagePerformance } from './analytics/page-performance.tsx';
import { TrafficSources } from './analytics/sources.tsx';

addTexts(channels);

const TOTALS = ['users', 'sessions', 'pageviews', 'conversions'] as const;
const TERMS = { users: 'visitors', sessions: 'visits', pageviews: 'pageviews', conversions: 'leads' } as const;

export function AnalyticsPage() {
  const { t } = useTranslation();
  const labelOf = useLabel();
  const { whole, percent, day, dayAt, shortDayAt, dateTime } = useFormat();
  const period = useSearch({ from: '/inside/analytics' });
  const traffic = useQuery({
    ...api.visibility.websiteAnalytics.queryOptions(period),
    placeholderData: keepPreviousData,
  });
  const notes = useNotes(period);

  return (
    <Page title={t('pages.analytics')} lead={t('website.lead')}>
      <PeriodChoice period={period} usual="month" />
      <Answer of={withNotes(traffic, notes)} height={720}>
        {({
          data: {
            period: shown,
            totals,
            comparison,
            usersBasis,
            comparisonUsersBasis,
            series,
            channels,
            topPages,
            connectedSources,
          },
        }) => (
          <>
            <Figures
              figures={TOTALS.map((name) => ({
                label: name === 'users' ? t(`website.usersOf.${usersBasis}`) : t(`website.${name}`),
                value: whole(totals[name]),
                term: TERMS[name],
                ...((name !== 'users' || usersBasis === comparisonUsersBasis) && {
                  compared: { now: totals[name], before: comparison[name] },
                }),
                // Unique users and those of days cannot be compared.
                note:
                  (name !== 'users' || usersBasis === comparisonUsersBasis) &&
                  t('website.before', { value: whole(comparison[name]) }),
              }))}
            />
            {totals.sessions === 0 && (
              <Empty action={connectedSources.length === 0 && <BringFigures />}>{t('website.none')}</Empty>
            )}
            {series.length > 1 && (
              <Noted notes={notes} from={series[0]?.date ?? shown.from} to={series.at(-1)?.date ?? shown.to}>
                {(marks, list) => (
                  <ChartFrame
                    notes={list}
                    title={t('website.series')}
                    rows={series.toReversed()}
                    keyOf={({ date }) => date}
                    columns={[
                      { head: t('chart.date'), cell: ({ date }) => day(date) },
                      { head: t('website.sessions'), cell: ({ sessions }) => whole(sessions), numeric: true },
                      { head: t('website.usersOf.daily_sum'), cell: ({ users }) => whole(users), numeric: true },
                      { head: t('website.pageviews'), cell: ({ pageviews }) => whole(pageviews), numeric: true },
                    ]}
                  >
                    <Trend
                      timeOf={dayAt}
                      shortOf={shortDayAt}
                      from={0}
                      marks={marks}
                      rows={series.map(({ date, sessions, users }) => ({ at: Date.parse(date), sessions, users }))}
                      lines={[
                        { name: 'sessions', label: t('website.sessions'), color: 'var(--own)' },
                        { name: 'users', label: t('website.usersOf.daily_sum'), color: 'var(--mark)' },
                      ]}
                    />
                  </ChartFrame>
                )}
              </Noted>
            )}
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              <ChartFrame
                title={t('website.channels')}
                rows={channels}
                keyOf={({ channel }) => channel}
                columns={[
                  { head: t('website.channel'), cell: ({ channel }) => labelOf(channel) },
                  { head: t('website.sessions'), cell: ({ sessions }) => whole(sessions), numeric: true },
                  { head: t('website.share'), cell: ({ share }) => percent(share), numeric: true },
                ]}
              >
                {channels.map(({ channel, share }) => (
                  <Bar key={channel} label={labelOf(channel)} value={share} shown={percent(share)} />
                ))}
              </ChartFrame>
              <ChartFrame
                title={t('website.pages')}
                rows={topPages}
                keyOf={({ path }) => path}
                columns={[
                  { head: t('website.path'), cell: ({ path }) => path },
                  { head: t('website.pageviews'), cell: ({ pageviews }) => whole(pageviews), numeric: true },
                ]}
              >
                {topPages.slice(0, 10).map(({ path, pageviews }) => (
                  <Bar
                    key={path}
                    label={path}
                    value={pageviews}
                    max={topPages[0]?.pageviews ?? 1}
                    shown={whole(pageviews)}
                  />
                ))}
              </ChartFrame>
            </SimpleGrid>
            <Heatmap period={period} />
            <TrafficSources period={period} />
            <PagePerformance period={period} />
            {connectedSources.length > 0 && (
              <Part title={t('website.connected')} text={t('website.connectedText')}>
                {connectedSources.flatMap(({ source, dataLimits }) =>
                  dataLimits.map(({ limit, lastDay }) => (
                    <Text key={`${source} ${limit}`} size="sm">
                      {t(`website.limits.${limit}`, { tool: properName(source), day: day(lastDay) })}
                    </Text>
                  )),
                )}
                <DataTable
                  caption={t('website.connected')}
                  rows={connectedSources}
                  keyOf={({ source }) => source}
                  columns={[
                    {
                      head: t('website.source'),
                      cell: ({ source, primary }) => (
                        <>
                          {properName(source)} {primary && <Badge className="tag">{t('website.primary')}</Badge>}
                        </>
                      ),
                    },
                    { head: t('website.status'), cell: ({ status }) => t(`website.states.${status}`) },
                    { head: t('website.synced'), cell: ({ lastSyncAt }) => dateTime(lastSyncAt) },
                    { head: t('website.sessions'), cell: (row) => whole(row.totals.sessions), numeric: true },
                    { head: t('website.pageviews'), cell: (row) => whole(row.totals.pageviews), numeric: true },
                  ]}
                />
              </Part>
            )}
          </>
        )}
      </Answer>
    </Page>
  );
}
