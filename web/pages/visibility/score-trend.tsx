import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartFrame } from '../../parts/chart-frame.tsx';
import { useFormat } from '../../parts/format.ts';
import { PageLink } from '../../parts/link.tsx';
import { Noted, type useNotes } from '../../parts/notes.tsx';
import { Trend } from '../../parts/trend.tsx';
import { byNextScan, type Publication } from './publications.ts';

interface Point {
  runId: string;
  asOf: string;
  rawScore: number | null;
  dynamicScore: number | null;
}

interface Contents {
  title: string;
  text?: string;
  points: Point[];
  /** Marked in the chart where the next scan is. */
  publications?: Publication[] | undefined;
  notes: ReturnType<typeof useNotes>;
  aside?: ReactNode;
}

/** The meaning of the marks. */
function Marks({ marks }: { marks: { label: string; pages: Publication[] }[] }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  if (marks.length === 0) return null;
  return (
    <section aria-label={t('scores.marks')}>
      <Text size="sm" c="dimmed" mt="sm">
        {t('scores.marks')}
      </Text>
      <ul className="plain-list marks">
        {marks.flatMap(({ label, pages }) =>
          pages.map(({ id, title, publishedAt }) => (
            <li key={id}>
              <span className="mark">{label}</span>{' '}
              <PageLink size="sm" to="/content/$id" params={{ id }}>
                {title}
              </PageLink>{' '}
              <Text size="sm" c="dimmed" span>
                {date(publishedAt)}
              </Text>
            </li>
          )),
        )}
      </ul>
    </section>
  );
}

const dayOf = (point: Point | undefined) => (point?.asOf ?? new Date().toISOString()).slice(0, 10);

/** The scores of scans, oldest first, and the pages that were published between them. */
export function ScoreTrend({ title, text, points, publications = [], notes, aside }: Contents) {
  const { t } = useTranslation();
  const { number, date, dateAt, shortDateAt } = useFormat();
  const published = byNextScan(points, publications);
  const marks = points
    .filter(({ runId }) => published.has(runId))
    .map(({ runId, asOf }, place) => ({
      label: String(place + 1),
      at: Date.parse(asOf),
      pages: published.get(runId) ?? [],
    }));
  return (
    <Noted notes={notes} from={dayOf(points[0])} to={dayOf(points.at(-1))}>
      {(noted, list) => (
        <ChartFrame
          title={title}
          text={text}
          aside={aside}
          terms={['score', 'rawScore', 'confidence']}
          rows={points.toReversed()}
          keyOf={({ runId }) => runId}
          columns={[
            { head: t('chart.date'), cell: ({ asOf }) => date(asOf) },
            { head: t('chart.score'), cell: ({ dynamicScore }) => number(dynamicScore), numeric: true },
            { head: t('chart.raw'), cell: ({ rawScore }) => number(rawScore), numeric: true },
            ...(marks.length > 0
              ? [
                  {
                    head: t('scores.publishedSince'),
                    cell: ({ runId }: Point) =>
                      published
                        .get(runId)
                        ?.map((page) => page.title)
                        .join(' · '),
                  },
                ]
              : []),
          ]}
          notes={
            <>
              <Marks marks={marks} />
              {list}
            </>
          }
        >
          <Trend
            timeOf={dateAt}
            shortOf={shortDateAt}
            rows={points.map(({ asOf, rawScore, dynamicScore }) => ({ at: Date.parse(asOf), rawScore, dynamicScore }))}
            lines={[
              { name: 'dynamicScore', label: t('chart.score'), color: 'var(--own)' },
              { name: 'rawScore', label: t('chart.raw'), color: 'var(--peer)', dashed: true },
            ]}
            marks={[...marks, ...noted]}
          />
        </ChartFrame>
      )}
    </Noted>
  );
}
