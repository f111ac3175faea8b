import { Alert, Badge, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import { Answer, Empty } from '../parts/answer.tsx';
import { Bar } from '../parts/bar.tsx';
import { ChartFrame } from '../parts/chart-frame.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Meanings } from '../parts/explained.tsx';
import { Figures } from '../parts/figures.tsx';
import { useFormat } from '../parts/format.ts';
import { Page } from '../parts/page.tsx';
import { Part } from '../parts/part.tsx';
import { useLabel } from '../parts/words.ts';
import { market } from '../texts/en/market.ts';
import { addTexts } from '../texts/texts.ts';

addTexts(market);

function Suggestions() {
  const { t } = useTranslation();
  const { whole } = useFormat();
  const suggestions = useQuery(api.visibility.competitorSuggestions.queryOptions({ limit: 50 }));
  return (
    <Answer of={suggestions}>
      {({ data }) => {
        const worth = data.suggestions.filter(({ excludedReason }) => excludedReason === null);
        return (
          worth.length > 0 && (
            <Part title={t('competitors.suggestions')}>
              <DataTable
                caption={t('competitors.suggestions')}
                rows={worth}
                keyOf={({ domain }) => domain}
                columns={[
                  {
                    head: t('competitors.business'),
                    cell: ({ name, domain, isCurrentCompetitor }) => (
                      <>
                        <strong>{name}</strong> {domain}{' '}
                        {isCurrentCompetitor && <Badge>{t('competitors.watched')}</Badge>}
                      </>
                    ),
                  },
                  {
                    head: t('competitors.relevance'),
                    cell: ({ relevanceScore }) => whole(relevanceScore),
                    numeric: true,
                  },
                  {
                    head: t('competitors.reason'),
                    cell: ({ selectionReason }) => selectionReason,
                  },
                ]}
              />
              <Meanings terms={['relevance']} />
            </Part>
          )
        );
      }}
    </Answer>
  );
}

export function CompetitorsPage() {
  const { t } = useTranslation();
  const labelOf = useLabel();
  const { number, change, whole, date } = useFormat();
  const competitors = useQuery(api.visibility.competitors.queryOptions({ limit: 200 }));

  return (
    <Page title={t('pages.competitors')} lead={t('competitors.lead')}>
      <Answer of={competitors} height={640}>
        {({ data: { client, competitors: peers, comparison } }) => {
          const { rank, total_in_market, competitor_avg, client_vs_avg, isStale, dataAsOf } = comparison;
          if (peers.length === 0) return <Empty>{t('competitors.none')}</Empty>;
          const own = { name: t('competitors.you'), domain: '', dynamic_score: client.dynamic_score, own: true };
          const ranking = [...peers.map((peer) => ({ ...peer, own: false })), own].toSorted(
            (a, b) => (b.dynamic_score ?? 0) - (a.dynamic_score ?? 0),
          );
          return (
            <>
              {isStale && (
                <Alert color="yellow" role="status">
                  {t('competitors.stale', { date: date(dataAsOf) })}
                </Alert>
              )}
              <Figures
                figures={[
                  {
                    term: 'rank',
                    label: t('competitors.rank'),
                    value: whole(rank),
                    note: t('competitors.rankNote', { total: whole(total_in_market) }),
                  },
                  { label: t('competitors.average'), value: number(competitor_avg) },
                  { label: t('competitors.difference'), value: change(client_vs_avg) },
                ]}
              />
              <SimpleGrid cols={{ base: 1, md: 2 }}>
                <ChartFrame
                  title={t('competitors.ranking')}
                  rows={ranking}
                  keyOf={({ domain }) => domain}
                  columns={[
                    { head: t('competitors.business'), cell: ({ name, domain }) => `${name} ${domain}` },
                    { head: t('chart.score'), cell: ({ dynamic_score }) => number(dynamic_score), numeric: true },
                  ]}
                >
                  {ranking.map(({ name, domain, dynamic_score, own }) => (
                    <Bar
                      key={domain}
                      label={own ? <strong>{name}</strong> : name}
                      value={dynamic_score}
                      shown={number(dynamic_score)}
                      color={own ? 'var(--own)' : 'var(--peer)'}
                    />
                  ))}
                </ChartFrame>
                <ChartFrame
                  title={t('competitors.components')}
                  rows={comparison.component_comparison}
                  keyOf={({ component }) => component}
                  columns={[
                    { head: t('competitors.component'), cell: ({ label }) => labelOf(label) },
                    { head: t('competitors.you'), cell: ({ client_score }) => number(client_score), numeric: true },
                    { head: t('competitors.they'), cell: (row) => number(row.competitor_avg), numeric: true },
                    { head: t('competitors.difference'), cell: ({ difference }) => change(difference), numeric: true },
                  ]}
                >
                  <Text size="sm" c="dimmed" mb="sm">
                    <span className="mark-legend" aria-hidden /> {t('competitors.they')}
                  </Text>
                  {comparison.component_comparison.map(
                    ({ component, label, client_score, competitor_avg, difference }) => (
                      <Bar
                        key={component}
                        label={labelOf(label)}
                        value={client_score}
                        mark={competitor_avg}
                        shown={`${number(client_score)} (${change(difference)})`}
                      />
                    ),
                  )}
                </ChartFrame>
              </SimpleGrid>
            </>
          );
        }}
      </Answer>
      <Suggestions />
    </Page>
  );
}
