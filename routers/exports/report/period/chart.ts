import { plusDays } from '../../../values/days.ts';
import { type Html, html } from '../html.ts';
import type { ChartNote, PeriodData } from './period-data.ts';
import type { PeriodWording } from './wording/period-english.ts';

const PLOT = { width: 660, height: 150, left: 40, right: 6, top: 14, bottom: 22 };
const LABELS = 6;

const round = (value: number) => Math.round(value * 100) / 100;

/** The end of the axis: 1, 2 or 5 times a power of ten, at least the value. */
function axisEnd(most: number) {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  return ([1, 2, 5, 10].find((step) => step * power >= most) ?? 10) * power;
}

/** Bars of the days of a period, with a mark for each note. Days without a figure have no bar. */
export function dayChart(
  { period, days }: Pick<PeriodData, 'period' | 'days'>,
  values: Map<string, number>,
  notes: readonly ChartNote[],
  label: string,
  { formatNumber, formatDate }: PeriodWording,
): Html {
  const { width, height, left, right, top, bottom } = PLOT;
  const end = axisEnd(Math.max(...values.values(), 1));
  const step = (width - left - right) / days;
  const floor = height - bottom;
  const x = (index: number) => round(left + index * step);
  const y = (value: number) => round(floor - (value / end) * (floor - top));
  const all = Array.from({ length: days }, (_, index) => plusDays(period.from, index));
  const every = Math.max(1, Math.ceil(days / LABELS));
  const gap = Math.min(2, step * 0.25);
  const written = (day: string) => formatDate(new Date(`${day}T00:00:00Z`), 'UTC', 'dayOfMonth');

  return html`<svg class="days" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
    ${[0, end / 2, end].map((tick) => html`<path class="grid" d="M${left} ${y(tick)}H${width - right}"/><text x="${left - 6}" y="${y(tick)}" dy="0.35em" text-anchor="end">${formatNumber(tick)}</text>`)}
    ${all.map((day, index) => {
      const value = values.get(day);
      return (
        value !== undefined &&
        html`<rect class="day" x="${round(x(index) + gap / 2)}" y="${y(value)}" width="${round(step - gap)}" height="${round(floor - y(value))}"/>`
      );
    })}
    ${all.map((day, index) => {
      const isLast = index > days - every / 2;
      return (
        index % every === 0 &&
        html`<text x="${isLast ? round(x(index) + step) : x(index)}" y="${height - 6}" text-anchor="${isLast ? 'end' : 'start'}">${written(day)}</text>`
      );
    })}
    ${notes.map(({ date }) => {
      const middle = round(x(all.indexOf(date)) + step / 2);
      return html`<path class="note-mark" d="M${middle} ${top - 4}V${floor}"/><circle class="note-dot" cx="${middle}" cy="${top - 6}" r="3.2"/>`;
    })}
  </svg>`;
}
