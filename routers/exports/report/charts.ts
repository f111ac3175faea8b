import { type Html, html } from './html.ts';
import type { Wording } from './wording/english.ts';

// Charts are inline SVG: a report loads no scripts or images.

const round = (value: number) => Math.round(value * 100) / 100;
const share = (value: number) => Math.min(100, Math.max(0, value)) / 100;

/** A score of 0–100 as a ring. */
export function ring(value: number, { formatScore, texts }: Wording, size = 120, kind = ''): Html {
  const radius = size / 2 - 6;
  const around = 2 * Math.PI * radius;
  const middle = size / 2;
  return html`<svg class="ring ${kind}" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}" role="img" aria-label="${texts.of100(formatScore(value))}">
    <circle class="track" cx="${middle}" cy="${middle}" r="${radius}"/>
    <circle class="value" cx="${middle}" cy="${middle}" r="${radius}" transform="rotate(-90 ${middle} ${middle})"
      stroke-dasharray="${round(around * share(value))} ${round(around)}"/>
    <text x="${middle}" y="${middle}" dy="0.35em" text-anchor="middle" font-size="${round(size * 0.27)}">${formatScore(value)}</text>
  </svg>`;
}

interface Bar {
  /** A second figure, marked on the bar. */
  mark?: number | null;
  kind?: 'own' | 'peer' | 'soft' | 'late';
}

/** A figure of 0–100 as a bar of full width. */
export const bar = (value: number, { mark = null, kind = 'own' }: Bar = {}): Html =>
  html`<svg class="bar ${kind}" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    <rect class="track" y="2" width="100" height="6"/>
    <rect class="value" y="2" width="${round(share(value) * 100)}" height="6"/>
    ${mark !== null && html`<rect class="mark" x="${round(Math.min(99.2, share(mark) * 100))}" y="0" width="0.8" height="10"/>`}
  </svg>`;

interface Point {
  asOf: Date;
  overall: number;
  rawScore: number;
}

const PLOT = { width: 660, height: 220, left: 34, right: 50, top: 12, bottom: 26 };

/** The axis scale: whole tens around all values, at least 20 apart. */
function scaleOf(values: number[]) {
  const low = Math.max(0, Math.floor((Math.min(...values) - 2) / 10) * 10);
  const high = Math.min(100, Math.max(low + 20, Math.ceil((Math.max(...values) + 2) / 10) * 10));
  const step = high - low > 50 ? 20 : 10;
  return { low, high, ticks: Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, n) => low + n * step) };
}

/** Date labels of the axis at equal intervals, at most six. */
function dateLabels(points: Point[], timezone: string, { formatDate }: Wording) {
  const [first, last] = [points.at(0), points.at(-1)];
  if (!first || !last) return [];
  const span = last.asOf.getTime() - first.asOf.getTime();
  const style = (date: Date) => formatDate(date, timezone, span > 120 * 86_400_000 ? 'monthOfYear' : 'dayOfMonth');
  const parts = Math.min(5, points.length - 1);
  const names = Array.from({ length: parts + 1 }, (_, n) => {
    const at = new Date(first.asOf.getTime() + (parts === 0 ? 0 : (span * n) / parts));
    return { at, name: style(at) };
  });
  return names.filter(({ name }, index) => names.findIndex((other) => other.name === name) === index);
}

/** Line chart of the scores over time; a single point is a dot. */
export function trend(points: Point[], timezone: string, wording: Wording): Html {
  const { formatScore, texts } = wording;
  const { width, height, left, right, top, bottom } = PLOT;
  const { low, high, ticks } = scaleOf(points.flatMap(({ overall, rawScore }) => [overall, rawScore]));
  const begin = points[0]?.asOf.getTime() ?? 0;
  const span = (points.at(-1)?.asOf.getTime() ?? 0) - begin;
  const x = (date: Date) => {
    const along = span === 0 ? 0.5 : (date.getTime() - begin) / span;
    return round(left + along * (width - left - right));
  };
  const y = (value: number) => round(top + (1 - (value - low) / (high - low)) * (height - top - bottom));
  const line = (of: (point: Point) => number) =>
    points.map((point, index) => `${index ? 'L' : 'M'}${x(point.asOf)} ${y(of(point))}`).join('');
  const last = points.at(-1);
  const floor = height - bottom;

  return html`<svg class="trend" viewBox="0 0 ${width} ${height}" role="img" aria-label="${texts.scores.trendAlternative}">
    ${ticks.map((tick) => html`<path class="grid" d="M${left} ${y(tick)}H${width - right}"/><text x="${left - 8}" y="${y(tick)}" dy="0.35em" text-anchor="end">${tick}</text>`)}
    ${dateLabels(points, timezone, wording).map(({ at, name }, index, all) => html`<text x="${x(at)}" y="${height - 8}" text-anchor="${all.length > 1 && index === 0 ? 'start' : 'middle'}">${name}</text>`)}
    ${points.length > 1 && last && html`<path class="area" d="${line(({ overall }) => overall)}L${x(last.asOf)} ${floor}L${left} ${floor}Z"/>`}
    <path class="raw" d="${line(({ rawScore }) => rawScore)}"/>
    <path class="own" d="${line(({ overall }) => overall)}"/>
    ${last && html`<circle class="dot" cx="${x(last.asOf)}" cy="${y(last.overall)}" r="4"/><text class="last" x="${x(last.asOf) + 10}" y="${y(last.overall)}" dy="0.35em">${formatScore(last.overall)}</text>`}
  </svg>`;
}
