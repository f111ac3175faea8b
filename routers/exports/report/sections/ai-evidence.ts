import { properName } from '../../../values/proper-name.ts';
import { bar } from '../charts.ts';
import { truncate } from '../formatting.ts';
import { type Html, html } from '../html.ts';
import type { ReportData, ScanData } from '../report-data.ts';
import { userText } from '../user-text.ts';
import type { Wording } from '../wording/english.ts';
import { omitted } from './section.ts';

const ENGINES = 8;
const SOURCES = 10;
const NAME = 80;

type Evidence = NonNullable<ScanData['evidence']>;

/** What became of the rate since the measurement before, in a sentence. */
export function comparison({ change }: Evidence, { evidence: words }: Wording['texts']) {
  if (change === null) return '';
  const { verdict, value, smallestVisible, notComparable } = change;
  if (verdict === 'not_comparable') return words.notComparable(notComparable.map(({ reason }) => reason));
  return verdict === 'moved' ? words.moved(value) : words.noClearChange(smallestVisible);
}

const kind = ({ own, competitor }: Evidence['sources'][number], { evidence: words }: Wording['texts']) =>
  (own && html`<span class="tag good">${words.own}</span>`) ||
  (competitor && html`<span class="tag warn">${words.competitor}</span>`);

/** Mention rates of the assistants with their intervals, and the sources cited most. */
export function evidenceBlocks(
  { organization, scan: { asOf, evidence, peers } }: ReportData,
  wording: Wording,
): (Html | false)[] {
  if (!evidence) return [];
  const { formatScore, formatDate, percentSign, texts } = wording;
  const { heads, sourceHeads, ...words } = texts.evidence;
  const rate = (percent: number | null) => html`${formatScore(percent)}${percent !== null && percentSign}`;
  const interval = ({ low, high }: Pick<Evidence, 'low' | 'high'>) =>
    low === null ? formatScore(null) : `${formatScore(low)}–${formatScore(high)}${percentSign}`;
  const { engines, sources } = evidence;
  // Of nobody else a share says nothing.
  const hasVoice = peers.length > 0 || engines.some(({ shareOfVoice }) => shareOfVoice !== null && shareOfVoice < 100);
  const isOlder = evidence.asOf.getTime() !== asOf.getTime();
  return [
    html`<div class="keep"><h3>${words.mentions}</h3>
      <p>${words.mentioned({
        rate: rate(evidence.mentionRate),
        answers: evidence.sampleSize,
        day: isOlder ? formatDate(evidence.asOf, organization.timezone) : undefined,
        name: userText(truncate(organization.name, NAME)),
        interval: evidence.low === null ? undefined : interval(evidence),
      })} ${comparison(evidence, texts)}
      ${hasVoice && evidence.shareOfVoice !== null && words.shareOfVoice(rate(evidence.shareOfVoice))}</p>
      <table><thead><tr><th>${heads.assistant}</th><th class="w-m"></th><th class="n w-n">${heads.rate}</th><th class="n w-s">${heads.interval}</th><th class="n w-n">${heads.answers}</th>${hasVoice && html`<th class="n w-s">${heads.voice}</th>`}</tr></thead><tbody>
      ${engines.slice(0, ENGINES).map(
        (
          engine,
        ) => html`<tr><td>${userText(truncate(properName(engine.engine), NAME))}</td><td>${bar(engine.mentionRate)}</td>
        <td class="n">${rate(engine.mentionRate)}</td><td class="n">${interval(engine)}</td><td class="n">${engine.sampleSize}</td>
        ${hasVoice && html`<td class="n">${rate(engine.shareOfVoice)}</td>`}</tr>`,
      )}</tbody></table></div>`,
    omitted(wording, engines.length - ENGINES, 'assistants'),
    sources.length > 0 &&
      html`<div class="keep"><h3>${words.sources}</h3>
      <table><thead><tr><th>${sourceHeads.domain}</th><th class="w-m"></th><th class="n w-n">${sourceHeads.citations}</th><th class="n w-n">${sourceHeads.share}</th></tr></thead><tbody>
      ${sources.slice(0, SOURCES).map(
        (
          source,
        ) => html`<tr class="${source.own && 'self'}"><td>${userText(truncate(source.domain, NAME))} ${kind(source, texts)}</td>
        <td>${bar(source.share, { kind: source.own ? 'own' : 'peer' })}</td><td class="n">${source.citations}</td><td class="n">${rate(source.share)}</td></tr>`,
      )}</tbody></table></div>`,
    omitted(wording, sources.length - SOURCES, 'domains'),
  ];
}
