import { SimpleGrid, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client.ts';
import { Answer, Empty } from '../parts/answer.tsx';
import { BringFigures } from '../parts/bring-figures.tsx';
import { ChartFrame } from '../parts/chart-frame.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Figures } from '../parts/figures.tsx';
import { useFormat } from '../parts/format.ts';
import { Noted, useNotes, withNotes } from '../parts/notes.tsx';
import { Page } from '../parts/page.tsx';
import { Part } from '../parts/part.tsx';
import { PeriodChoice } from '../parts/period.tsx';
import { Trend } from '../parts/trend.tsx';
import { figuresIn } from '../texts/en/figures-in.ts';
import { addTexts } from '../texts/texts.ts';

addTexts(figuresIn);

type Search = inferRouterOutputs<AppRouter>['visibility']['search']['data'];
type Row = Omit<Search['queries'][number], 'query'> & { name: string };

const SHOWN = 25;

function Names({ title, head, rows, brief }: { title: string; head: string; rows: Row[]; brief?: boolean }) {
  const { t } = useTranslation();
  const { whole, percent, number, change } = useFormat();
  if (rows.length === 0) return null;
  return (
    <Part title={title}>
      <DataTable
        caption={title}
        rows={rows.slice(0, SHOWN)}
        keyOf={({ name }) => name}
        columns={[
          { head, cell: ({ name }) => <span className="source">{name}</span> },
          ...(brief ? [] : [{ head: t('search.clicks'), cell: (row: Row) => whole(row.clicks), numeric: true }]),
          { head: t('search.change'), cell: (row) => change(row.change), numeric: true },
          ...(brief
            ? []
            : [
                { head: t('search.impressions'), cell: (row: Row) => whole(row.impressions), numeric: true },
                { head: t('search.ctr'), cell: (row: Row) => percent(row.ctr), numeric: true },
                { head: t('search.position'), cell: (row: Row) => number(row.position), numeric: true },
              ]),
        ]}
      />
    </Part>
  );
}

const byQuery = ({ query, ...row }: Search['queries'][number]): Row => ({ name: query, ...row });

function Contents({ search, notes }: { search: Search; notes: ReturnType<typeof useNotes> }) {
  const { t } = useTranslation();
  const { whole, percent, number, day, dayAt, shortDayAt } = useFormat();
  const { period, totals, comparison, series, queries, pages, risen, fallen, asOf } = search;
  if (totals.days === 0)
    return (
      <Empty action={asOf === null && <BringFigures />}>
        {asOf === null ? t('search.noneAtAll') : t('search.none')}
      </Empty>
    );
  const shown = { clicks: whole, impressions: whole, ctr: percent, position: number } as const;
  const names = Object.keys(shown) as (keyof typeof shown)[];
  return (
    <>
      <Figures
        figures={names.map((name) => ({
          term: name,
          label: t(`search.${name}`),
          value: shown[name](totals[name]),
          ...(comparison.days > 0 && {
            compared: { now: totals[name], before: comparison[name], lessIsBetter: name === 'position' },
          }),
          note: comparison.days > 0 && t('search.before', { value: shown[name](comparison[name]) }),
        }))}
      />
      <Text size="sm" c="dimmed">
        {t('search.late', { days: t('search.days', { count: totals.days }) })}
      </Text>
      {series.length > 1 && (
        <Noted notes={notes} from={series[0]?.date ?? period.from} to={series.at(-1)?.date ?? period.to}>
          {(marks, list) => (
            <ChartFrame
              notes={list}
              title={t('search.series')}
              rows={series.toReversed()}
              keyOf={({ date }) => date}
              columns={[
                { head: t('chart.date'), cell: ({ date }) => day(date) },
                { head: t('search.clicks'), cell: ({ clicks }) => whole(clicks), numeric: true },
                { head: t('search.impressions'), cell: ({ impressions }) => whole(impressions), numeric: true },
              ]}
            >
              <Trend
                timeOf={dayAt}
                shortOf={shortDayAt}
                from={0}
                marks={marks}
                rows={series.map(({ date, clicks }) => ({ at: Date.parse(date), clicks }))}
                lines={[{ name: 'clicks', label: t('search.clicks'), color: 'var(--own)' }]}
              />
            </ChartFrame>
          )}
        </Noted>
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Names title={t('search.risen')} head={t('search.query')} rows={risen.map(byQuery)} brief />
        <Names title={t('search.fallen')} head={t('search.query')} rows={fallen.map(byQuery)} brief />
      </SimpleGrid>
      <Names title={t('search.queries')} head={t('search.query')} rows={queries.map(byQuery)} />
      <Names
        title={t('search.pages')}
        head={t('search.page')}
        rows={pages.map(({ page, ...row }) => ({ name: page, ...row }))}
      />
    </>
  );
}

export function SearchPage() {
  const { t } = useTranslation();
  const period = useSearch({ from: '/inside/search' });
  const search = useQuery({ ...api.visibility.search.queryOptions(period), placeholderData: keepPreviousData });
  const notes = useNotes(period);
  return (
    <Page title={t('pages.search')} lead={t('search.lead')}>
      <PeriodChoice period={period} usual="month" />
      <Answer of={withNotes(search, notes)} height={720}>
        {({ data }) => <Contents search={data} notes={notes} />}
      </Answer>
    </Page>
  );
}
