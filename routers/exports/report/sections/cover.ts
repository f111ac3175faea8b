import { ring } from '../charts.ts';
import { formatChange, formatDate, formatPercent, formatScore, truncate } from '../formatting.ts';
import { type Html, html } from '../html.ts';
import type { ReportData } from '../report-data.ts';

/** The longest name that fits on the cover, in characters. */
const NAME = 200;

const sizeOf = (name: string) => (name.length > 64 ? 'longest' : name.length > 26 ? 'long' : '');

const cover = (name: string, rest: Html) => html`
  <div class="cover">
    <p class="eyebrow">Visibility report</p>
    <h1 class="${sizeOf(name)}" dir="auto"><bdi>${truncate(name, NAME)}</bdi></h1>
    ${rest}
  </div>`;

/** The cover: name, date and main figures. */
export function coverPage({ organization: { name, timezone }, scan }: ReportData) {
  const { rank, total_in_market } = scan.comparison;
  return cover(
    name,
    html`
    <p class="date">${formatDate(scan.asOf, timezone)}</p>
    <div class="rule"></div>
    <div class="foot">
      ${ring(scan.overall, 150, 'night')}
      <dl>
        <div><dd>${formatChange(scan.change)}</dd><dt>since the previous scan</dt></div>
        ${scan.peers.length > 0 && html`<div><dd>${rank} of ${total_in_market}</dd><dt>rank in the market</dt></div>`}
        ${
          scan.aeo
            ? html`<div><dd>${formatScore(scan.aeo.aeo_visibility_score)}</dd><dt>in AI search</dt></div>`
            : html`<div><dd>${formatPercent(scan.confidence)}</dd><dt>confidence</dt></div>`
        }
      </dl>
    </div>`,
  );
}

/** The only page of a report before the first scan. */
export const noScanPage = (name: string) =>
  cover(
    name,
    html`
    <div class="rule"></div>
    <p class="empty">No scan has been completed yet. After the first scan, this report shows scores and their history, a
    comparison with competitors, and recommendations.</p>`,
  );
