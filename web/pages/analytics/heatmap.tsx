import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Answer } from '../../parts/answer.tsx';
import { ChartFrame } from '../../parts/chart-frame.tsx';
import { useFormat } from '../../parts/format.ts';

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** Sessions by weekday and hour. */
export function Heatmap({ period }: { period: { from?: string; to?: string } }) {
  const { t } = useTranslation();
  const { whole } = useFormat();
  const heatmap = useQuery({ ...api.analytics.heatmap.queryOptions(period), placeholderData: keepPreviousData });
  return (
    <Answer of={heatmap} height={300}>
      {({ data: { cells, max, timezone } }) => (
        <ChartFrame
          title={t('website.heat')}
          text={t('website.heatText', { timezone })}
          rows={cells.filter(({ value }) => value > 0).toSorted((a, b) => b.value - a.value)}
          keyOf={({ day, hour }) => `${day}.${hour}`}
          columns={[
            { head: t('website.day'), cell: ({ day }) => t(`website.days.${DAYS[day] ?? 'mon'}`) },
            { head: t('website.hour'), cell: ({ hour }) => `${hour}:00`, numeric: true },
            { head: t('website.sessions'), cell: ({ value }) => whole(value), numeric: true },
          ]}
        >
          <div className="heat">
            {DAYS.map((name, day) => [
              <div key={name}>{t(`website.days.${name}`)}</div>,
              ...cells
                .filter((cell) => cell.day === day)
                .map(({ hour, value }) => (
                  <div
                    key={`${day}.${hour}`}
                    title={`${t(`website.days.${name}`)} ${hour}:00 · ${whole(value)}`}
                    style={{
                      background: `color-mix(in srgb, var(--own) ${Math.round((value / (max || 1)) * 100)}%, var(--soft))`,
                    }}
                  />
                )),
            ])}
          </div>
        </ChartFrame>
      )}
    </Answer>
  );
}
