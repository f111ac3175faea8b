import { SimpleGrid } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import { Answer, Empty } from '../parts/answer.tsx';
import { Bar } from '../parts/bar.tsx';
import { ChartFrame } from '../parts/chart-frame.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Meanings, type Term } from '../parts/explained.tsx';
import { useFormat } from '../parts/format.ts';
import { PageLink } from '../parts/link.tsx';
import { useNotes, withNotes } from '../parts/notes.tsx';
import { Page } from '../parts/page.tsx';
import { Part } from '../parts/part.tsx';
import { PeriodChoice } from '../parts/period.tsx';
import { useLabel } from '../parts/words.ts';
import { usePublications } from './visibility/publications.ts';
import { ScoreTrend } from './visibility/score-trend.tsx';

interface Score {
  key: string;
  label: string;
  score: number;
  weight: number;
}

/** Scores as bars, the weightiest first. */
function Scores({ title, scores, terms = [] }: { title: string; scores: Score[]; terms?: Term[] }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const labelOf = useLabel();
  const rows = scores.toSorted((a, b) => b.weight - a.weight);
  return (
    <ChartFrame
      title={title}
      text={t('scores.partsText')}
      {...(terms.length > 0 && { terms })}
      rows={rows}
      keyOf={({ key }) => key}
      columns={[
        { head: t('chart.name'), cell: ({ label }) => labelOf(label) },
        { head: t('chart.score'), cell: ({ score }) => number(score), numeric: true },
        { head: t('chart.weight'), cell: ({ weight }) => number(weight), numeric: true },
      ]}
    >
      {rows.map(({ key, label, score }) => (
        <Bar key={key} label={labelOf(label)} value={score} shown={number(score)} />
      ))}
    </ChartFrame>
  );
}

export function VisibilityPage() {
  const { t } = useTranslation();
  const { number, change, whole, date } = useFormat();
  const period = useSearch({ from: '/inside/visibility' });
  const scores = useQuery(api.visibility.scores.queryOptions());
  const history = useQuery({
    ...api.visibility.scoreHistory.queryOptions({ ...period, limit: 365 }),
    // The chart of another period takes the place of this one, which may be shown as a table.
    placeholderData: keepPreviousData,
  });
  const publications = usePublications();
  const notes = useNotes(period);
  const impact = useQuery(api.visibility.contentImpact.queryOptions({ limit: 50 }));

  return (
    <Page title={t('pages.visibility')} lead={t('scores.lead')}>
      <PeriodChoice period={period} usual="all" />
      <Answer of={withNotes(history, notes, publications)} height={360}>
        {({ data }) =>
          data.length > 0 ? (
            <ScoreTrend title={t('scores.history')} points={data} publications={publications} notes={notes} />
          ) : (
            <Empty>{t('overview.noScan')}</Empty>
          )
        }
      </Answer>
      <Answer of={scores} height={420}>
        {({ data: { runId, overall, tiers, components } }) =>
          runId && overall.dynamicScore === null ? (
            <Empty>{t('overview.noScore')}</Empty>
          ) : (
            tiers.length > 0 && (
              <SimpleGrid cols={{ base: 1, md: 2 }}>
                <Scores title={t('scores.tiers')} scores={tiers} terms={['foundation', 'authority', 'discovery']} />
                <Scores title={t('scores.components')} scores={components} terms={['technicalSeo', 'structuredData']} />
              </SimpleGrid>
            )
          )
        }
      </Answer>
      <Answer of={impact}>
        {({ data: { items } }) => (
          <Part title={t('scores.published')} text={t('scores.publishedText')}>
            {items.length === 0 ? (
              t('scores.noPages')
            ) : (
              <DataTable
                caption={t('scores.published')}
                rows={items}
                keyOf={({ pageId }) => pageId}
                columns={[
                  {
                    head: t('scores.page'),
                    cell: ({ pageId, title }) => (
                      <PageLink to="/content/$id" params={{ id: pageId }}>
                        {title}
                      </PageLink>
                    ),
                  },
                  { head: t('chart.date'), cell: ({ publishedAt }) => date(publishedAt) },
                  { head: t('scores.before'), cell: ({ scoreBefore }) => number(scoreBefore), numeric: true },
                  { head: t('scores.after'), cell: ({ scoreAfter }) => number(scoreAfter), numeric: true },
                  { head: t('scores.delta'), cell: ({ delta }) => change(delta), numeric: true },
                  { head: t('scores.citations'), cell: ({ citations }) => whole(citations), numeric: true },
                  { head: t('scores.views'), cell: ({ views }) => whole(views), numeric: true },
                ]}
              />
            )}
            {items.length > 0 && <Meanings terms={['citations']} />}
          </Part>
        )}
      </Answer>
    </Page>
  );
}
