import { trend } from '../charts.ts';
import type { ReportFacts } from '../facts.ts';
import { html } from '../html.ts';
import { dayOf, formatPercent, score, signed } from '../words.ts';
import { section } from './section.ts';

const ROWS = 8;

const figure = (value: string, label: string) =>
  html`<div><div class="big">${value}</div><div class="label">${label}</div></div>`;

const moved = (change: number | null) => {
  if (change === null) return html`It is the first scan of this organization.`;
  if (change === 0) return html`That is where it stood at the scan before.`;
  return html`That is ${Math.abs(change).toFixed(1)} ${change > 0 ? 'more' : 'less'} than at the scan before.`;
};

const listed = new Intl.ListFormat('en-US', { type: 'disjunction' });

/** Says which parts a reader would look for in vain. */
function missing({ scan: { peers, aeo, listings, components, tiers } }: ReportFacts) {
  const parts = [
    tiers.length + components.length === 0 && 'tiers and components',
    peers.length === 0 && 'competitors',
    !aeo && 'AI search',
    !listings?.directory_results.length && 'listings',
  ].filter((part) => part !== false);
  return parts.length > 0 && html`<p class="note">This scan did not look at ${listed.format(parts)}.</p>`;
}

/** The scores of the scan, and of those before it. */
export function scores(facts: ReportFacts) {
  const {
    organization: { timezone },
    scan,
  } = facts;
  const { overall, rawScore, confidence, change, history } = scan;
  const first = history[0];
  const newest = history.slice(-ROWS).reverse();
  return section(
    'Overview',
    'Overall score',
    html`On ${dayOf(scan.asOf, timezone)} the overall score was ${score(overall)} of 100. ${moved(change)}`,
    html`<div class="figures">
      ${figure(score(overall), 'overall score')}
      ${figure(signed(change), 'since the scan before')}
      ${figure(score(rawScore), 'raw score')}
      ${figure(formatPercent(confidence), 'confidence')}
    </div>`,
    missing(facts),
    history.length > 1 &&
      html`<div class="keep"><h3>Trend since ${dayOf(first?.asOf ?? scan.asOf, timezone)}</h3>
      ${trend(history, timezone)}
      <p class="legend"><span><i></i>Overall score</span><span><i class="raw"></i>Raw score</span></p></div>`,
    history.length > 1 &&
      html`<div class="keep"><h3>Latest scans</h3>
      <table><thead><tr><th>Date</th><th class="n w-s">Overall</th><th class="n w-s">Change</th><th class="n w-s">Raw</th></tr></thead><tbody>
      ${newest.map(
        (point) => html`<tr><td>${dayOf(point.asOf, timezone)}</td><td class="n">${score(point.overall)}</td>
          <td class="n">${signed(point.change)}</td><td class="n">${score(point.rawScore)}</td></tr>`,
      )}
      </tbody></table></div>`,
  );
}
