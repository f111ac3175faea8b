import { bar } from '../charts.ts';
import { truncate } from '../formatting.ts';
import { html } from '../html.ts';
import type { ReportData } from '../report-data.ts';
import { userText } from '../user-text.ts';
import type { Wording } from '../wording/english.ts';
import { omitted, section } from './section.ts';

const PEERS = 12;
const COMPONENTS = 12;
const NAME = 80;

/** The organization and its peers, best first; the organization comes before peers of equal score. */
function ranked({ organization, scan }: ReportData, overall: number) {
  const { rank } = scan.comparison;
  const self = { name: organization.name, score: overall, rank, isSelf: true };
  const peers = scan.peers.map((peer) => ({
    ...peer,
    isSelf: false,
    rank: 1 + scan.peers.filter((other) => other.score > peer.score).length + Number(overall > peer.score),
  }));
  const all = peers.toSpliced(rank - 1, 0, self);
  const shown = all.slice(0, PEERS);
  return {
    shown: rank > PEERS ? [...shown, self] : shown,
    left: Math.max(0, peers.length - PEERS + Number(rank <= PEERS)),
  };
}

/** Comparison of the organization with its competitors. */
export function competitorsSection(report: ReportData, wording: Wording) {
  const { organization, scan } = report;
  const { comparison, peers } = scan;
  if (peers.length === 0 || scan.overall === null) return undefined;

  const { formatScore, formatChange } = wording;
  const { heads, componentHeads, ...words } = wording.texts.competitors;
  const { shown, left } = ranked(report, scan.overall);
  const compared = comparison.component_comparison.filter(({ competitor_avg }) => competitor_avg !== null);
  return section(
    words.eyebrow,
    words.title,
    words.lead({
      rank: comparison.rank,
      total: comparison.total_in_market,
      peers: peers.length,
      average: comparison.competitor_avg,
      name: userText(truncate(organization.name, NAME)),
      difference: comparison.client_vs_avg,
    }),
    html`<div class="keep"><table><thead><tr><th class="n" style="width:12mm">${heads.rank}</th><th>${heads.name}</th><th class="w-l"></th><th class="n w-n">${heads.score}</th></tr></thead><tbody>
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
    <p class="note legend"><span><i class="mark"></i>${words.average}</span></p></div>`,
    omitted(wording, left, 'competitors'),
    comparison.isStale && html`<p class="note">${words.stale(scan.asOf, organization.timezone)}</p>`,
    compared.length > 0 &&
      html`<h3>${words.byComponent}</h3>
      <table><thead><tr><th>${componentHeads.component}</th><th class="w-m"></th><th class="n w-n">${componentHeads.own}</th><th class="n w-n">${componentHeads.average}</th><th class="n w-s">${componentHeads.difference}</th></tr></thead><tbody>
      ${compared.slice(0, COMPONENTS).map(
        ({ label, client_score, competitor_avg, difference }) => html`<tr><td>${userText(truncate(label, NAME))}</td>
        <td>${bar(client_score, { mark: competitor_avg })}</td><td class="n">${formatScore(client_score)}</td>
        <td class="n">${formatScore(competitor_avg)}</td><td class="n">${formatChange(difference)}</td></tr>`,
      )}
      </tbody></table>`,
    omitted(wording, compared.length - COMPONENTS, 'components'),
  );
}
