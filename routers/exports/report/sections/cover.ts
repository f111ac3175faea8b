import type { Brand } from '../../../../server/branding/brand.ts';
import { maker } from '../brand.ts';
import { ring } from '../charts.ts';
import { truncate } from '../formatting.ts';
import { type Html, html } from '../html.ts';
import type { ReportData } from '../report-data.ts';
import type { Wording } from '../wording/english.ts';

/** The longest name that fits on the cover, in characters. */
const NAME = 200;

const sizeOf = (name: string) => (name.length > 64 ? 'longest' : name.length > 26 ? 'long' : '');

/** A page with the name of the client and what the document is. */
export const cover = (name: string, brand: Brand, what: string, rest: Html, madeBy?: string) => html`
  <div class="cover">
    ${maker(brand, madeBy)}
    <p class="eyebrow" dir="auto">${what}</p>
    <h1 class="${sizeOf(name)}" dir="auto"><bdi>${truncate(name, NAME)}</bdi></h1>
    ${rest}
  </div>`;

const figure = (value: string | Html, label: string) => html`<div><dd>${value}</dd><dt>${label}</dt></div>`;

/** Figures of the cover, without those of modules that are hidden. */
function coverFigures({ scan, shown }: ReportData, { texts, formatChange, formatPercent, formatScore }: Wording) {
  const words = texts.cover;
  const { rank, total_in_market } = scan.comparison;
  const isScoreShown = shown.has('visibility') && scan.overall !== null;
  const figures = [
    isScoreShown && figure(formatChange(scan.change), words.change),
    scan.peers.length > 0 && figure(words.rank(rank, total_in_market), words.rankLabel),
    scan.aeo && figure(formatScore(scan.aeo.aeo_visibility_score), words.aiSearch),
    isScoreShown && !scan.aeo && scan.confidence !== null && figure(formatPercent(scan.confidence), words.confidence),
  ];
  return figures.filter((shownFigure) => shownFigure !== false && shownFigure !== undefined);
}

/** The cover: name, date and main figures. */
export function coverPage(report: ReportData, brand: Brand, wording: Wording) {
  const { organization, scan, shown } = report;
  const { name, timezone } = organization;
  const figures = coverFigures(report, wording);
  return cover(
    name,
    brand,
    wording.texts.report,
    html`
    <p class="date">${wording.formatDate(scan.asOf, timezone)}</p>
    <div class="rule"></div>
    <div class="foot">
      ${shown.has('visibility') && scan.overall !== null && ring(scan.overall, wording, 150, 'night')}
      ${figures.length > 0 && html`<dl>${figures}</dl>`}
    </div>`,
  );
}

/** The only page of a report before the first scan. */
export const noScanPage = (name: string, brand: Brand, wording: Wording) =>
  cover(
    name,
    brand,
    wording.texts.report,
    html`
    <div class="rule"></div>
    <p class="empty">${wording.texts.cover.noScan}</p>`,
  );
