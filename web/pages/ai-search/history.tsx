import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from 'client-portal';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Answer } from '../../parts/answer.tsx';
import { ChartFrame } from '../../parts/chart-frame.tsx';
import { useFormat } from '../../parts/format.ts';
import { Noted, useNotes, withNotes } from '../../parts/notes.tsx';
import { Trend } from '../../parts/trend.tsx';
import { AnswersBehind, useMeasuredRun } from './measured.tsx';
import { useVerdict } from './verdict.ts';

const dayOf = (scan: { asOf: string } | undefined) => (scan?.asOf ?? new Date().toISOString()).slice(0, 10);

type Scans = inferRouterOutputs<AppRouter>['visibility']['aeo']['history']['data'];

const isApart = ({ change }: Scans[number]) => change === null || change.verdict === 'not_comparable';

/** A function that writes the day of a scan, with the time where another one was on the same day. */
function useDays(scans: Scans | undefined = []) {
  const { date, dateTime } = useFormat();
  const days = Map.groupBy(scans, ({ asOf }) => date(asOf));
  return (asOf: string) => ((days.get(date(asOf))?.length ?? 0) > 1 ? dateTime(asOf) : date(asOf));
}

/** The mention rate of each scan. */
export function MentionHistory() {
  const { t } = useTranslation();
  const { percent, whole, dateAt, shortDateAt } = useFormat();
  const verdict = useVerdict();
  const runOf = useMeasuredRun();
  const history = useQuery(api.visibility.aeo.history.queryOptions({ limit: 60 }));
  const day = useDays(history.data?.data);
  const notes = useNotes();
  return (
    <Answer of={withNotes(history, notes)} height={340}>
      {({ data }) =>
        data.length > 1 && (
          <Noted notes={notes} from={dayOf(data[0])} to={dayOf(data.at(-1))}>
            {(noted, list) => (
              <ChartFrame
                notes={list}
                title={t('aiSearch.history')}
                text={`${t('aiSearch.historyText')} ${t('aiSearch.latest', { verdict: verdict(data.at(-1)?.change ?? null, false) })}`}
                terms={['mentionRate']}
                rows={data.toReversed()}
                keyOf={({ runId }) => runId}
                columns={[
                  {
                    head: t('chart.date'),
                    cell: ({ asOf, runId }) => <AnswersBehind run={runOf(runId)}>{day(asOf)}</AnswersBehind>,
                  },
                  { head: t('aiSearch.rate'), cell: ({ mentionRate }) => percent(mentionRate), numeric: true },
                  {
                    head: t('aiSearch.range'),
                    cell: ({ low, high }) => (low === null ? '–' : `${percent(low)} – ${percent(high)}`),
                    numeric: true,
                  },
                  { head: t('aiSearch.answers'), cell: ({ sampleSize }) => whole(sampleSize), numeric: true },
                  {
                    head: t('aiSearch.change'),
                    cell: ({ change, runId }) => verdict(change, runId === data[0]?.runId),
                  },
                ]}
              >
                <Trend
                  timeOf={dateAt}
                  shortOf={shortDateAt}
                  marks={noted}
                  apart={data.filter(isApart).map(({ asOf }) => Date.parse(asOf))}
                  rows={data.map(({ asOf, mentionRate, low, high }) => ({
                    at: Date.parse(asOf),
                    mentionRate,
                    low,
                    high,
                  }))}
                  lines={[
                    { name: 'mentionRate', label: t('aiSearch.rate'), color: 'var(--own)' },
                    { name: 'low', label: t('aiSearch.low'), color: 'var(--peer)', dashed: true },
                    { name: 'high', label: t('aiSearch.high'), color: 'var(--peer)', dashed: true },
                  ]}
                />
              </ChartFrame>
            )}
          </Noted>
        )
      }
    </Answer>
  );
}
