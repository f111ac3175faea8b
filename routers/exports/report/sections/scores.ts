import { trend } from '../charts.ts';
import { formatChange, formatDate, formatPercent, formatScore } from '../formatting.ts';
import { html } from '../html.ts';
import type { ReportData } from '../report-data.ts';
import { section } from './section.ts';

const ROWS = 8;

const figure = (value: string, label: string) =>
  html`<div><div class="big">${value}</div><div class="label">${label}</div></div>`;

const moved = (change: number | null) => {
  if (change === null) return html`This was the first scan of the organization.`;
  if (change === 0) return html`It has not changed since the previous scan.`;
  return html`That is ${Math.abs(change).toFixed(1)} ${change > 0 ? 'more' : 'less'} than in the previous scan.`;
};

const listed = new Intl.ListFormat('en-US', { type: 'disjunction' });

/** A note on the parts that the scan did not cover. */
function missing({ scan: { peers, aeo, listings, components, tiers } }: ReportData) {
  const parts = [
    tiers.length + components.length === 0 && 'tiers and components',
    peers.length === 0 && 'competitors',
    !aeo && 'AI search',
    !listings?.directory_results.length && 'listings',
  ].filter((part) => part !== false);
  return parts.length > 0 && html`<p class="note">This scan did not cover ${listed.format(parts)}.</p>`;
}

/** Scores of the latest scan and of those before it. */
export function scoresSection(report: ReportData) {
  const {
    organization: { timezone },
    scan,
  } = report;
  const { overall, rawScore, confidence, change, history } = scan;
  const first = history[0];
  const newest = history.slice(-ROWS).reverse();
  return section(
    'Overview',
    'Overall score',
    html`On ${formatDate(scan.asOf, timezone)} the overall score was ${formatScore(overall)} of 100. ${moved(change)}`,
    html`<div class="figures">
      ${figure(formatScore(overall), 'overall score')}
      ${figure(formatChange(change), 'since the previous scan')}
      ${figure(formatScore(rawScore), 'raw score')}
      ${figure(formatPercent(confidence), 'confidence')}
    </div>`,
    missing(report),
    history.length > 1 &&
      html`<div class="keep"><h3>Trend since ${formatDate(first?.asOf ?? scan.asOf, timezone)}</h3>
      ${trend(history, timezone)}
      <p class="legend"><span><i></i>Overall score</span><span><i class="raw"></i>Raw score</span></p></div>`,
    history.length > 1 &&
      html`<div class="keep"><h3>Latest scans</h3>
      <table><thead><tr><th>Date</th><th class="n w-s">Overall</th><th class="n w-s">Change</th><th class="n w-s">Raw</th></tr></thead><tbody>
      ${newest.map(
        (point) => html`<tr><td>${formatDate(point.asOf, timezone)}</td><td class="n">${formatScore(point.overall)}</td>
          <td class="n">${formatChange(point.change)}</td><td class="n">${formatScore(point.rawScore)}</td></tr>`,
      )}
      </tbody></table></div>`,
  );
}
