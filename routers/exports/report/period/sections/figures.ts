import { type Html, html } from '../../html.ts';
import { userText } from '../../user-text.ts';
import type { ChartNote } from '../period-data.ts';
import type { PeriodWording } from '../wording/period-english.ts';

export interface PeriodFigure {
  value: string;
  label: string;
  /** The figure and that of the period before, to say how much it has changed. */
  change?: [now: number | null, before: number | null];
}

function changeOf([now, before]: [number | null, number | null], { words, formatNumber, percentSign }: PeriodWording) {
  if (now === null || before === null || before === 0) return false;
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return words.same;
  return words.change(`${percent > 0 ? '+' : '−'}${formatNumber(Math.abs(percent))}${percentSign}`);
}

type Counts = Pick<PeriodWording, 'formatNumber' | 'nounFor'>;

/** A count with what is counted, and its change since the period before where that is known. */
export const countFigure = (
  now: number,
  noun: Parameters<Counts['nounFor']>[1],
  { formatNumber, nounFor }: Counts,
  before?: number | null,
): PeriodFigure => ({
  value: formatNumber(now),
  label: nounFor(now, noun),
  ...(before !== undefined && { change: [now, before] }),
});

/** Figures side by side, with their change since the period before. */
export const figures = (all: PeriodFigure[], wording: PeriodWording): Html =>
  html`<div class="figures" style="grid-template-columns:repeat(${all.length},1fr)">${all.map(
    ({ value, label, change }) => html`<div><div class="big">${value}</div><div class="label">${label}</div>
    ${change && html`<div class="label">${changeOf(change, wording)}</div>`}</div>`,
  )}</div>`;

/** Figures of the cover. */
export const plainFigures = (all: PeriodFigure[]) =>
  all.length > 0 &&
  html`<dl>${all.map(({ value, label }) => html`<div><dd>${value}</dd><dt>${label}</dt></div>`)}</dl>`;

/** The notes on a chart, by day, below it. */
export const chartNotes = (notes: readonly ChartNote[], { formatDay }: PeriodWording) =>
  notes.length > 0 &&
  html`<ul class="chart-notes">${notes.map(
    ({ date, text }) => html`<li><b>${formatDay(date)}</b> ${userText(text)}</li>`,
  )}</ul>`;

/** Comments of up to so many characters stay on one page. */
const UNBROKEN = 1_500;

/** What the agency says about a section. */
export const comment = (text: string | undefined, by: string | undefined, { words }: PeriodWording) =>
  text !== undefined &&
  text.trim() !== '' &&
  html`<aside class="comment ${text.length <= UNBROKEN && 'keep'}"><p class="by">${words.by(by)}</p>${text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => html`<p dir="auto">${paragraph}</p>`)}</aside>`;
