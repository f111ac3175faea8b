import { ring } from '../charts.ts';
import type { ReportFacts } from '../facts.ts';
import { type Html, html } from '../html.ts';
import { clip, dayOf, formatPercent, score, signed } from '../words.ts';

/** What fits on a cover, whatever is sent for a name. */
const NAME = 200;

const sizeOf = (name: string) => (name.length > 64 ? 'longest' : name.length > 26 ? 'long' : '');

const cover = (name: string, rest: Html) => html`
  <div class="cover">
    <p class="eyebrow">Visibility report</p>
    <h1 class="${sizeOf(name)}" dir="auto"><bdi>${clip(name, NAME)}</bdi></h1>
    ${rest}
  </div>`;

/** The first page: whose report it is, of which day, and how it turned out. */
export function coverPage({ organization: { name, timezone }, scan }: ReportFacts) {
  const { rank, total_in_market } = scan.comparison;
  return cover(
    name,
    html`
    <p class="date">${dayOf(scan.asOf, timezone)}</p>
    <div class="rule"></div>
    <div class="foot">
      ${ring(scan.overall, 150, 'night')}
      <dl>
        <div><dd>${signed(scan.change)}</dd><dt>since the scan before</dt></div>
        ${scan.peers.length > 0 && html`<div><dd>${rank} of ${total_in_market}</dd><dt>rank in the market</dt></div>`}
        ${
          scan.aeo
            ? html`<div><dd>${score(scan.aeo.aeo_visibility_score)}</dd><dt>in AI search</dt></div>`
            : html`<div><dd>${formatPercent(scan.confidence)}</dd><dt>confidence</dt></div>`
        }
      </dl>
    </div>`,
  );
}

/** The only page of a report that has nothing to report on yet. */
export const nothingYet = (name: string) =>
  cover(
    name,
    html`
    <div class="rule"></div>
    <p class="alone">No scan has been completed yet. As soon as the first one is, its scores, their history, the
    comparison with competitors and what to do next will be found here.</p>`,
  );
