import { useQuery } from '@tanstack/react-query';
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

/** The mention rate of each scan. */
export function MentionHistory() {
  const { t } = useTranslation();
  const { percent, whole, date, dateAt, shortDateAt } = useFormat();
  const verdict = useVerdict();
  const runOf = useMeasuredRun();
  const history = useQuery(api.visibility.aeo.history.queryOptions({ limit: 60 }));
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
                    cell: ({ asOf, runId }) => <AnswersBehind run={runOf(runId)}>{date(asOf)}</AnswersBehind>,
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
