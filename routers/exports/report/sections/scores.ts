import { trend } from '../charts.ts';
import { html } from '../html.ts';
import type { ReportData } from '../report-data.ts';
import type { Wording } from '../wording/english.ts';
import { meanings, section } from './section.ts';

const ROWS = 8;

const figure = (value: string, label: string) =>
  html`<div><div class="big">${value}</div><div class="label">${label}</div></div>`;

/** A note on the parts that the scan did not cover. */
function missing({ shown, scan }: ReportData, words: Wording['texts']['scores']) {
  const { peers, aeo, listings, components, tiers } = scan;
  const parts = [
    tiers.length + components.length === 0 && words.parts.tiers,
    shown.has('competitors') && peers.length === 0 && words.parts.peers,
    shown.has('ai_search') && !aeo && words.parts.aeo,
    shown.has('listings') && !listings?.directory_results.length && words.parts.listings,
  ].filter((part) => part !== false);
  return parts.length > 0 && html`<p class="note">${words.missing(parts)}</p>`;
}

/** Scores of the latest scan and of those before it; nothing where it brought AI search alone. */
export function scoresSection(report: ReportData, wording: Wording) {
  const { formatChange, formatDate, formatPercent, formatScore, texts } = wording;
  const { heads, ...words } = texts.scores;
  const {
    organization: { timezone },
    scan,
  } = report;
  const { overall, rawScore, confidence, change, history } = scan;
  if (!report.shown.has('visibility') || overall === null || rawScore === null || confidence === null) return undefined;
  const first = history[0];
  const newest = history.slice(-ROWS).reverse();
  return section(
    words.eyebrow,
    words.title,
    words.lead(formatDate(scan.asOf, timezone), formatScore(overall), change),
    html`<div class="figures">
      ${figure(formatScore(overall), words.overall)}
      ${figure(formatChange(change), words.change)}
      ${figure(formatScore(rawScore), words.raw)}
      ${figure(formatPercent(confidence), words.confidence)}
    </div>`,
    missing(report, texts.scores),
    history.length > 1 &&
      html`<div class="keep"><h3>${words.trend(formatDate(first?.asOf ?? scan.asOf, timezone))}</h3>
      ${trend(history, timezone, wording)}
      <p class="legend"><span><i></i>${words.overallLine}</span><span><i class="raw"></i>${words.rawLine}</span></p></div>`,
    history.length > 1 &&
      html`<div class="keep"><h3>${words.latest}</h3>
      <table><thead><tr><th>${heads.date}</th><th class="n w-s">${heads.overall}</th><th class="n w-s">${heads.change}</th><th class="n w-s">${heads.raw}</th></tr></thead><tbody>
      ${newest.map(
        (point) => html`<tr><td>${formatDate(point.asOf, timezone)}</td><td class="n">${formatScore(point.overall)}</td>
          <td class="n">${formatChange(point.change)}</td><td class="n">${formatScore(point.rawScore)}</td></tr>`,
      )}
      </tbody></table></div>`,
    meanings(wording, [
      [words.overallLine, 'score'],
      [words.rawLine, 'rawScore'],
      [words.confidence, 'confidence'],
    ]),
  );
}
