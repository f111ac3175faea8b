import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Answer } from '../../parts/answer.tsx';
import { ChartFrame } from '../../parts/chart-frame.tsx';
import { useFirstDay } from '../../parts/first-day.ts';
import { useFormat } from '../../parts/format.ts';

const HOURS = [0, 6, 12, 18];
const SHADES = [0, 25, 50, 75, 100];
const shade = (part: number) => `color-mix(in srgb, var(--own) ${Math.round(part)}%, var(--soft))`;

/** As the API counts them, from 0 for Monday. */
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const WITH_SUNDAY_FIRST = [6, 0, 1, 2, 3, 4, 5] as const;
const WITH_MONDAY_FIRST = [0, 1, 2, 3, 4, 5, 6] as const;

/** Sessions by weekday and hour. */
export function Heatmap({ period }: { period: { from?: string; to?: string } }) {
  const { t } = useTranslation();
  const { whole, hour: timeOf, zone } = useFormat();
  const days = useFirstDay() === 0 ? WITH_SUNDAY_FIRST : WITH_MONDAY_FIRST;
  const heatmap = useQuery({ ...api.analytics.heatmap.queryOptions(period), placeholderData: keepPreviousData });
  return (
    <Answer of={heatmap} height={300}>
      {({ data: { cells, max, timezone } }) =>
        max > 0 && (
          <ChartFrame
            title={t('website.heat')}
            text={t('website.heatText', { timezone: zone(timezone) })}
            rows={cells.filter(({ value }) => value > 0).toSorted((a, b) => b.value - a.value)}
            keyOf={({ day, hour }) => `${day}.${hour}`}
            columns={[
              { head: t('website.day'), cell: ({ day }) => t(`website.days.${DAYS[day] ?? 'mon'}`) },
              { head: t('website.hour'), cell: ({ hour }) => timeOf(hour), numeric: true },
              { head: t('website.sessions'), cell: ({ value }) => whole(value), numeric: true },
            ]}
          >
            <div className="heat">
              <div />
              {HOURS.map((hour) => (
                <div key={hour} className="heat-hour">
                  {timeOf(hour)}
                </div>
              ))}
              {days.map((day) => [
                <div key={day}>{t(`website.days.${DAYS[day]}`)}</div>,
                ...cells
                  .filter((cell) => cell.day === day)
                  .map(({ hour, value }) => (
                    <div
                      key={`${day}.${hour}`}
                      title={`${t(`website.days.${DAYS[day]}`)} ${timeOf(hour)} · ${whole(value)}`}
                      style={{
                        background: shade((value / (max || 1)) * 100),
                      }}
                    />
                  )),
              ])}
            </div>
            <div className="heat-legend">
              <span>{whole(0)}</span>
              {SHADES.map((part) => (
                <i key={part} style={{ background: shade(part) }} />
              ))}
              <span>{t('website.heatMost', { count: max, value: whole(max) })}</span>
            </div>
          </ChartFrame>
        )
      }
    </Answer>
  );
}
