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

const cover = (name: string, brand: Brand, { texts }: Wording, rest: Html) => html`
  <div class="cover">
    ${maker(brand)}
    <p class="eyebrow">${texts.report}</p>
    <h1 class="${sizeOf(name)}" dir="auto"><bdi>${truncate(name, NAME)}</bdi></h1>
    ${rest}
  </div>`;

/** The cover: name, date and main figures. */
export function coverPage({ organization: { name, timezone }, scan }: ReportData, brand: Brand, wording: Wording) {
  const { formatChange, formatDate, formatPercent, formatScore } = wording;
  const words = wording.texts.cover;
  const { rank, total_in_market } = scan.comparison;
  return cover(
    name,
    brand,
    wording,
    html`
    <p class="date">${formatDate(scan.asOf, timezone)}</p>
    <div class="rule"></div>
    <div class="foot">
      ${ring(scan.overall, wording, 150, 'night')}
      <dl>
        <div><dd>${formatChange(scan.change)}</dd><dt>${words.change}</dt></div>
        ${scan.peers.length > 0 && html`<div><dd>${words.rank(rank, total_in_market)}</dd><dt>${words.rankLabel}</dt></div>`}
        ${
          scan.aeo
            ? html`<div><dd>${formatScore(scan.aeo.aeo_visibility_score)}</dd><dt>${words.aiSearch}</dt></div>`
            : html`<div><dd>${formatPercent(scan.confidence)}</dd><dt>${words.confidence}</dt></div>`
        }
      </dl>
    </div>`,
  );
}

/** The only page of a report before the first scan. */
export const noScanPage = (name: string, brand: Brand, wording: Wording) =>
  cover(
    name,
    brand,
    wording,
    html`
    <div class="rule"></div>
    <p class="empty">${wording.texts.cover.noScan}</p>`,
  );
