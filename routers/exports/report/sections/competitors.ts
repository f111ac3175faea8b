import { bar } from '../charts.ts';
import type { ReportFacts } from '../facts.ts';
import { html } from '../html.ts';
import { clip, counted, dayOf, score, signed } from '../words.ts';
import { more, said, section } from './section.ts';

const PEERS = 12;
const COMPONENTS = 12;
const NAME = 80;

const standing = (difference: number | null) => {
  if (difference === null) return '';
  if (difference === 0) return 'exactly their average';
  return `${Math.abs(difference).toFixed(1)} ${difference > 0 ? 'above' : 'below'} their average`;
};

/** The organization among its peers, best first: it stands where its rank puts it, before those of the same score. */
function ranked({ organization, scan }: ReportFacts) {
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

/** How the organization compares with those it competes with. */
export function competitors(facts: ReportFacts) {
  const { organization, scan } = facts;
  const { comparison, peers } = scan;
  if (peers.length === 0) return undefined;

  const { shown, left } = ranked(facts);
  const compared = comparison.component_comparison.filter(({ competitor_avg }) => competitor_avg !== null);
  return section(
    'Market',
    'Competitors',
    html`Rank ${comparison.rank} of ${comparison.total_in_market}. The average of
    ${counted(peers.length, 'competitor')} is ${score(comparison.competitor_avg)};
    ${said(clip(organization.name, NAME))} stands ${standing(comparison.client_vs_avg)}.`,
    html`<div class="keep"><table><thead><tr><th class="n" style="width:12mm">Rank</th><th>Name</th><th class="w-l"></th><th class="n w-n">Score</th></tr></thead><tbody>
      ${shown.map(
        ({
          name,
          score: value,
          rank,
          isSelf,
        }) => html`<tr class="${isSelf && 'self'}"><td class="n">${rank}</td><td>${said(clip(name, NAME))}</td>
        <td>${bar(value, { kind: isSelf ? 'own' : 'peer', mark: comparison.competitor_avg })}</td><td class="n">${score(value)}</td></tr>`,
      )}
    </tbody></table>
    <p class="note legend"><span><i class="mark"></i>Average of the competitors</span></p></div>`,
    more(left, 'competitors'),
    comparison.isStale &&
      html`<p class="note">These figures are over 30 days old: they are of ${dayOf(scan.asOf, organization.timezone)}.</p>`,
    compared.length > 0 &&
      html`<h3>Component by component</h3>
      <table><thead><tr><th>Component</th><th class="w-m"></th><th class="n w-n">Own</th><th class="n w-n">Average</th><th class="n w-s">Difference</th></tr></thead><tbody>
      ${compared.slice(0, COMPONENTS).map(
        ({ label, client_score, competitor_avg, difference }) => html`<tr><td>${said(clip(label, NAME))}</td>
        <td>${bar(client_score, { mark: competitor_avg })}</td><td class="n">${score(client_score)}</td>
        <td class="n">${score(competitor_avg)}</td><td class="n">${signed(difference)}</td></tr>`,
      )}
      </tbody></table>`,
    more(compared.length - COMPONENTS, 'components'),
  );
}
