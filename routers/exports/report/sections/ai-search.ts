import { bar } from '../charts.ts';
import { truncate } from '../formatting.ts';
import { html } from '../html.ts';
import type { ReportData } from '../report-data.ts';
import { userText } from '../user-text.ts';
import type { Wording } from '../wording/english.ts';
import { evidenceBlocks } from './ai-evidence.ts';
import { meanings, omitted, section } from './section.ts';

const QUERIES = 10;
const FACTORS = 8;
const TEXT = 600;
const LINE = 110;

const BAND = { low: 'bad', medium: 'warn', high: 'good' };

/** Visibility in AI search, and the confidence in it. */
export function aiSearchSection(report: ReportData, wording: Wording) {
  const { aeo } = report.scan;
  if (!aeo) return undefined;
  const { formatScore, formatNumber } = wording;
  const { measures, heads, factorHeads, ...words } = wording.texts.aiSearch;
  const { aeo_confidence: sure, generated_queries: queries } = aeo;
  const parts = [
    [measures.visibility, aeo.visibility_score],
    [measures.position, aeo.position_score],
    [measures.sentiment, aeo.sentiment_score],
    [measures.accuracy, aeo.accuracy_score],
  ] as const;
  return section(
    words.eyebrow,
    words.title,
    html`${words.lead(aeo.aeo_visibility_score, aeo.sample_size, aeo.coverage === 'limited')}`,
    html`<table class="keep"><thead><tr><th>${heads.measure}</th><th class="w-l"></th><th class="n w-n">${heads.score}</th></tr></thead><tbody>
      ${parts.map(([label, value]) => html`<tr><td>${label}</td><td>${bar(value ?? 0)}</td><td class="n">${formatScore(value)}</td></tr>`)}
    </tbody></table>`,
    sure.score !== null &&
      html`<div class="keep"><h3>${words.confidence(sure.score)} <span class="tag ${sure.band && BAND[sure.band]}">${sure.band && words.bands[sure.band]}</span></h3>
      <p>${userText(truncate(sure.summary ?? '', TEXT))}</p><p class="muted">${userText(truncate(sure.detail ?? '', TEXT))}</p></div>`,
    sure.factors.length > 0 &&
      html`<table class="keep" style="margin-top:3mm"><thead><tr><th>${factorHeads.factor}</th><th class="n w-s">${factorHeads.value}</th><th class="n w-s">${factorHeads.weight}</th></tr></thead><tbody>
      ${sure.factors
        .slice(0, FACTORS)
        .map(
          ({ label, value, weight }) =>
            html`<tr><td>${userText(truncate(label, LINE))}</td><td class="n">${formatNumber(value)}</td><td class="n">${formatNumber(weight)}</td></tr>`,
        )}</tbody></table>`,
    omitted(wording, sure.factors.length - FACTORS, 'factors'),
    ...evidenceBlocks(report, wording),
    queries.length > 0 &&
      html`<h3>${words.questions}</h3><ul class="quoted">${queries
        .slice(0, QUERIES)
        .map((query) => html`<li class="keep">${userText(truncate(query, LINE))}</li>`)}</ul>`,
    omitted(wording, queries.length - QUERIES, 'questions'),
    meanings(wording, [
      [measures.position, 'aiPosition'],
      [measures.sentiment, 'aiSentiment'],
      [measures.accuracy, 'aiAccuracy'],
      ...(report.scan.evidence ? [[wording.texts.evidence.heads.rate, 'mentionRate'] as const] : []),
    ]),
  );
}
