import { bar } from '../charts.ts';
import { formatChange, formatDate, formatScore, pluralize, truncate } from '../formatting.ts';
import { html } from '../html.ts';
import type { ReportData } from '../report-data.ts';
import { omitted, section, userText } from './section.ts';

const PEERS = 12;
const COMPONENTS = 12;
const NAME = 80;

const standing = (difference: number | null) => {
  if (difference === null) return '';
  if (difference === 0) return 'exactly their average';
  return `${Math.abs(difference).toFixed(1)} ${difference > 0 ? 'above' : 'below'} their average`;
};

/** The organization and its peers, best first; the organization comes before peers of equal score. */
function ranked({ organization, scan }: ReportData) {
  const { rank } = scan.comparison;
  const self = { name: organization.name, score: scan.overall, rank, isSelf: true };
  const peers = scan.peers.map((peer) => ({
    ...peer,
    isSelf: false,
    rank: 1 + scan.peers.filter((other) => other.score > peer.score).length + Number(scan.overall > peer.score),
  }));
  const all = peers.toSpliced(rank - 1, 0, self);
  const shown = all.slice(0, PEERS);
  return {
    shown: rank > PEERS ? [...shown, self] : shown,
    left: Math.max(0, peers.length - PEERS + Number(rank <= PEERS)),
  };
}

/** Comparison of the organization with its competitors. */
export function competitorsSection(report: ReportData) {
  const { organization, scan } = report;
  const { comparison, peers } = scan;
  if (peers.length === 0) return undefined;

  const { shown, left } = ranked(report);
  const compared = comparison.component_comparison.filter(({ competitor_avg }) => competitor_avg !== null);
  return section(
    'Market',
    'Competitors',
    html`Rank ${comparison.rank} of ${comparison.total_in_market}. The average of
    ${pluralize(peers.length, 'competitor')} is ${formatScore(comparison.competitor_avg)};
    ${userText(truncate(organization.name, NAME))} is ${standing(comparison.client_vs_avg)}.`,
    html`<div class="keep"><table><thead><tr><th class="n" style="width:12mm">Rank</th><th>Name</th><th class="w-l"></th><th class="n w-n">Score</th></tr></thead><tbody>
      ${shown.map(
        ({
          name,
          score: value,
          rank,
          isSelf,
        }) => html`<tr class="${isSelf && 'self'}"><td class="n">${rank}</td><td>${userText(truncate(name, NAME))}</td>
        <td>${bar(value, { kind: isSelf ? 'own' : 'peer', mark: comparison.competitor_avg })}</td><td class="n">${formatScore(value)}</td></tr>`,
      )}
    </tbody></table>
    <p class="note legend"><span><i class="mark"></i>Average of the competitors</span></p></div>`,
    omitted(left, 'competitors'),
    comparison.isStale &&
      html`<p class="note">These figures are more than 30 days old, from ${formatDate(scan.asOf, organization.timezone)}.</p>`,
    compared.length > 0 &&
      html`<h3>Comparison by component</h3>
      <table><thead><tr><th>Component</th><th class="w-m"></th><th class="n w-n">Own</th><th class="n w-n">Average</th><th class="n w-s">Difference</th></tr></thead><tbody>
      ${compared.slice(0, COMPONENTS).map(
        ({ label, client_score, competitor_avg, difference }) => html`<tr><td>${userText(truncate(label, NAME))}</td>
        <td>${bar(client_score, { mark: competitor_avg })}</td><td class="n">${formatScore(client_score)}</td>
        <td class="n">${formatScore(competitor_avg)}</td><td class="n">${formatChange(difference)}</td></tr>`,
      )}
      </tbody></table>`,
    omitted(compared.length - COMPONENTS, 'components'),
  );
}
